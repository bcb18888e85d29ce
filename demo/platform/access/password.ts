import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

const cost = { N: 16_384, r: 8, p: 1 }
const derive = (text: string, salt: Buffer) =>
  new Promise<Buffer>((resolve, reject) => scrypt(text, salt, 32, cost, (error, key) => (error ? reject(error) : resolve(key))))

/** Hashes a password or a partner secret. */
export async function hashSecret(text: string): Promise<string> {
  const salt = randomBytes(16)
  return `scrypt:${salt.toString('base64url')}:${(await derive(text, salt)).toString('base64url')}`
}

/** Compared if the user is unknown, so that both cases take equally long. */
const dummyHash = `scrypt:${Buffer.alloc(16).toString('base64url')}:${Buffer.alloc(32).toString('base64url')}`

/** Compares in constant time, also when no hash exists. */
export async function matchesHash(text: string, hash: string | undefined): Promise<boolean> {
  const [, salt = '', key = ''] = (hash ?? dummyHash).split(':')
  const expectedKey = Buffer.from(key, 'base64url')
  const derived = await derive(text, Buffer.from(salt, 'base64url'))
  return timingSafeEqual(derived, expectedKey.length === derived.length ? expectedKey : Buffer.alloc(derived.length)) && hash !== undefined
}
