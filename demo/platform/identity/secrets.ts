import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { is, object, record, string } from 'superstruct'
import { Misconfigured } from '../context/misconfigured.ts'

/** The demonstration's secrets, created at the first start and stored in the data folder. */
export interface DemoSecrets {
  readonly password: string
  readonly partners: Readonly<Record<string, string>>
}
const Kept = object({ password: string(), partners: record(string(), string()) })

const randomWord = () => randomBytes(4).toString('hex')

const newSecret = () => randomBytes(24).toString('base64url')

const make = (partnerIds: readonly string[]): DemoSecrets => ({
  password: `Placard-${randomWord()}-${randomWord()}`,
  partners: Object.fromEntries(partnerIds.map((id) => [id, newSecret()])),
})

function keep(file: string, secrets: DemoSecrets) {
  writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  chmodSync(file, 0o600)
  return secrets
}

function storedSecrets(file: string): DemoSecrets {
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (is(content, Kept)) return content
  } catch {}
  throw new Misconfigured(`The secrets in ${file} cannot be read; restore the file, or choose another folder with --data.`)
}

/** Reads or creates the secrets. Only the user who runs the platform can read the file. */
export function demoSecrets(dataDir: string, partnerIds: readonly string[]): DemoSecrets {
  const file = join(dataDir, 'secrets.json')
  if (existsSync(file)) return storedSecrets(file)
  return keep(file, make(partnerIds))
}

/** The secret of a partner; created on first use. */
export function partnerSecret(dataDir: string, clientId: string): string {
  const file = join(dataDir, 'secrets.json')
  const { password, partners } = storedSecrets(file)
  const secret = Object.hasOwn(partners, clientId) ? partners[clientId] : undefined
  return secret ?? keep(file, { password, partners: { ...partners, [clientId]: newSecret() } }).partners[clientId] ?? ''
}
