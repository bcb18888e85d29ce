import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Database } from '../database/database.ts'

/** The provider's signing and cookie keys. They are stored in the database, so that all its servers share them. */
export interface Keys {
  readonly jwks: { readonly keys: JWK[] }
  readonly cookies: string[]
}

async function make(): Promise<Keys> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: randomBytes(8).toString('hex') }
  return { jwks: { keys: [key] }, cookies: [randomBytes(32).toString('base64url')] }
}

/** Reads the keys, or creates them. If two servers start at once, the first insert wins. */
export async function keysOf({ kysely }: Database): Promise<Keys> {
  const read = () => kysely.selectFrom('secrets').select('value').where('name', '=', 'identity').executeTakeFirst()
  if (!(await read())) {
    const value = JSON.stringify(await make())
    await kysely
      .insertInto('secrets')
      .values({ name: 'identity', value })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  return (await read())?.value as Keys // only this function writes the value
}
