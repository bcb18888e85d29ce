import { scryptSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashSecret, matchesHash } from '../../demo/platform/access/password.ts'

test('a password is hashed with scrypt, at a cost of 16 MB of memory', async () => {
  const [name, salt = '', key = ''] = (await hashSecret('a password')).split(':')
  const expected = scryptSync('a password', Buffer.from(salt, 'base64url'), 32, { N: 16_384, r: 8, p: 1 })
  expect([name, key]).toEqual(['scrypt', expected.toString('base64url')])
})

test('each hash has its own salt of 16 bytes', async () => {
  const hashes = await Promise.all([hashSecret('a password'), hashSecret('a password')])
  expect(new Set(hashes).size).toBe(2)
  for (const hash of hashes) expect(Buffer.from(hash.split(':')[1] ?? '', 'base64url')).toHaveLength(16)
})

test('only the right password matches, and none matches without a hash', async () => {
  const hash = await hashSecret('a password')
  const matches = await Promise.all([matchesHash('a password', hash), matchesHash('A password', hash), matchesHash('', undefined)])
  expect(matches).toEqual([true, false, false])
})
