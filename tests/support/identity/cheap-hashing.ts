import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

/** The product's cost takes 50 ms for each of thousands of passwords. tests/unit/password.test.ts checks that cost. */
const cost: ScryptOptions = { N: 2, r: 8, p: 1 }

type Callback = (error: Error | null, key: Buffer) => void
const { scrypt } = crypto

crypto.scrypt = (text: BinaryLike, salt: BinaryLike, length: number, ...rest: unknown[]) =>
  scrypt(text, salt, length, cost, rest.at(-1) as Callback) // the last argument is the callback, with or without options
syncBuiltinESMExports()
