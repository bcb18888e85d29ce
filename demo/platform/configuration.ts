import { randomBytes } from 'node:crypto'
import { accessSync, chmodSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { environments } from '../../src/contract/config.ts'
import type { Level } from './log.ts'

/** Something in the configuration that cannot be used; its message is the one sentence that the operator reads. */
export class Misconfigured extends Error {}

interface Option {
  readonly variable: string
  readonly flag?: string
  readonly value: string
  readonly doc: string
}

const options: readonly Option[] = [
  {
    variable: 'PORT',
    flag: '--port',
    value: '4400',
    doc: 'Where the platform listens; the next port is the other origin. 0 takes free ones.',
  },
  { variable: 'DATA_DIR', flag: '--data', value: '.data', doc: 'Where the embedded database and the development secrets are kept.' },
  { variable: 'HOST', value: '127.0.0.1', doc: 'The network address to listen on.' },
  { variable: 'PUBLIC_URL', value: '', doc: 'The address that browsers use, when it is not http://localhost and the port.' },
  { variable: 'OTHER_URL', value: '', doc: 'The address of the second origin, when it is not http://localhost and the next port.' },
  { variable: 'DATABASE_URL', value: '', doc: 'A PostgreSQL server to use instead of the embedded database.' },
  { variable: 'OIDC_ISSUER', value: '', doc: 'An identity provider of your own; without it the embedded one at /idp.' },
  { variable: 'ENVIRONMENT', value: 'development', doc: 'development, uat or production.' },
  { variable: 'LOG_LEVEL', value: 'warn', doc: 'debug, info, warn or error.' },
  { variable: 'FLAGS', value: '', doc: 'Feature flags that are on, separated by commas.' },
]

/** What `--help` prints. */
export const help = () =>
  [
    'Placard: the reference platform with its demonstration.',
    '',
    'npm start -- [--port N] [--data FOLDER] [--empty] [--help]',
    '',
    '  --empty          Start with one super user and nothing else.',
    '',
    'Variables of the environment (a flag wins over its variable):',
    ...options.map(
      ({ variable, flag, value, doc }) =>
        `  ${(flag ? `${variable}, ${flag}` : variable).padEnd(18)} ${doc}${value && ` Default: ${value}.`}`,
    ),
  ].join('\n')

export interface Configuration {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly isEmpty: boolean
  readonly isHelp: boolean
  readonly publicUrl: string
  readonly otherUrl: string
  readonly databaseUrl: string | undefined
  readonly issuer: string | undefined
  readonly environment: (typeof environments)[number]
  readonly logLevel: Level
  readonly flags: Readonly<Record<string, boolean>>
}

function flagsOf(argv: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: { port: { type: 'string' }, data: { type: 'string' }, empty: { type: 'boolean' }, help: { type: 'boolean' } },
    })
    return values
  } catch (error) {
    throw new Misconfigured(`${(error as Error).message.split('. ')[0]}. See npm start -- --help.`) // parseArgs throws errors
  }
}

function url(variable: string, text: string): string {
  if (!text) return ''
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new Misconfigured(`${variable} must be an address that begins with http:// or https://.`)
  return new URL(text).origin
}

const oneOf = <T extends string>(variable: string, words: readonly T[], text: string): T => {
  const found = words.find((word) => word === text)
  if (!found) throw new Misconfigured(`${variable} must be one of ${words.join(', ')}.`)
  return found
}

/** Reads flags and environment; anything that cannot be used is one clear sentence. */
export function configurationOf(argv: readonly string[], env: NodeJS.ProcessEnv): Configuration {
  const flags = flagsOf(argv)
  const of = (variable: string) => env[variable] || (options.find((option) => option.variable === variable)?.value ?? '')
  const portText = flags.port ?? of('PORT')
  const port = Number(portText)
  if (!/^\d+$/.test(portText) || port > 65_534) throw new Misconfigured('--port must be a number from 0 to 65534.')
  const databaseUrl = of('DATABASE_URL')
  if (databaseUrl && !/^postgres(ql)?:\/\//.test(databaseUrl)) throw new Misconfigured('DATABASE_URL must begin with postgres://.')
  return {
    port,
    host: of('HOST'),
    dataDir: resolve(flags.data ?? of('DATA_DIR')),
    isEmpty: flags.empty === true,
    isHelp: flags.help === true,
    publicUrl: url('PUBLIC_URL', of('PUBLIC_URL')),
    otherUrl: url('OTHER_URL', of('OTHER_URL')),
    databaseUrl: databaseUrl || undefined,
    issuer: of('OIDC_ISSUER') || undefined,
    environment: oneOf('ENVIRONMENT', environments, of('ENVIRONMENT')),
    logLevel: oneOf('LOG_LEVEL', ['debug', 'info', 'warn', 'error'] as const, of('LOG_LEVEL')),
    flags: Object.fromEntries(
      of('FLAGS')
        .split(',')
        .filter(Boolean)
        .map((name) => [name.trim(), true]),
    ),
  }
}

/** The data folder, made if need be; one sentence when it cannot be written. */
export function prepareFolder(dataDir: string) {
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.W_OK)
  } catch {
    throw new Misconfigured(`The data folder ${dataDir} cannot be written. Give it to the user who starts, or name another with --data.`)
  }
}

/** The secrets of the demonstration; made at the first start and kept beside the data. */
export interface DemoSecrets {
  readonly password: string
  readonly partners: Readonly<Record<string, string>>
}

const word = () => randomBytes(4).toString('hex')

/** Reads them, or makes them. */
export function demoSecrets(dataDir: string, partnerIds: readonly string[]): DemoSecrets {
  const file = join(dataDir, 'secrets.json')
  if (!existsSync(file)) {
    const made: DemoSecrets = {
      password: `Placard-${word()}-${word()}`,
      partners: Object.fromEntries(partnerIds.map((id) => [id, randomBytes(24).toString('base64url')])),
    }
    writeFileSync(file, JSON.stringify(made, null, 2), { mode: 0o600 })
    chmodSync(file, 0o600)
  }
  return JSON.parse(readFileSync(file, 'utf8')) as DemoSecrets // written above and nowhere else
}
