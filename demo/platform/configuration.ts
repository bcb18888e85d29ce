import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { type BlockList, isIP } from 'node:net'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { cloudProviders, environments } from '../../src/contract/session/config.ts'
import { isEmail } from '../../src/contract/fields/fields.rules.ts'
import { proxyList } from './http/client-address.ts'
import type { Level } from './context/log.ts'
import { Misconfigured } from './context/misconfigured.ts'
import type { RegisteredPartner } from './identity/register-partner.ts'
import type { StripeSettings } from './payments/stripe.ts'
import { type SmtpServer, smtpServerOf } from './mail/smtp.ts'

/** Every setting: its environment variable, flag, default and description. */
const options = {
  PORT: {
    flag: '--port',
    value: '4400',
    doc: 'The port to listen on; the next port serves the second origin: the demo partners’ pages and the payment page. 0 takes two free ports.',
  },
  DATA_DIR: { flag: '--data', value: '.data', doc: 'The folder of the embedded database and the development secrets.' },
  HOST: { value: '127.0.0.1', doc: 'The network address to listen on.' },
  PUBLIC_URL: { value: '', doc: 'The address that browsers use, when it is not http://localhost and the port.' },
  TRUSTED_PROXIES: {
    value: '',
    doc: 'Proxies whose X-Forwarded-For is trusted, separated by commas: addresses, networks such as 10.0.0.0/8, or loopback.',
  },
  DRAIN_SECONDS: {
    value: '0',
    doc: 'Seconds to keep serving after a stop signal, while /ready returns 503, so that a load balancer removes the server first.',
  },
  DELIVERY: { value: 'on', doc: 'on or off: whether the demonstration simulates delivery every minute. Always off in production.' },
  PARTNER_PAGES_URL: {
    value: '',
    doc: 'The address of the second origin (the demo partners’ pages and the payment page), when it is not http://localhost and the next port.',
  },
  PUBLIC_DEMO: {
    value: 'off',
    doc: 'on or off: whether other machines may reach the demonstration, which gives tokens to every visitor. Always off in production.',
  },
  SANDBOX_PAYMENTS: {
    value: 'off',
    doc: 'on or off: whether payments and bank transfers are simulated outside of the demonstration too, for trials. Test cards then fund real campaigns.',
  },
  DATABASE_URL: { value: '', doc: 'A PostgreSQL server to use instead of the embedded database.' },
  OIDC_ISSUER: { value: '', doc: 'Your own identity provider, where users sign in instead of at /idp.' },
  OIDC_CLIENT_ID: { value: 'placard-console', doc: 'The client id of the console at your identity provider.' },
  OIDC_AUDIENCE: { value: '', doc: 'The audience of the identity provider’s access tokens, when it is not PUBLIC_URL.' },
  OIDC_EMAIL_TRUSTED: {
    value: 'off',
    doc: 'on or off: whether an email counts as verified if the identity provider’s tokens have no email_verified claim.',
  },
  SMTP_URL: {
    value: '',
    doc: 'The mail server, such as smtp://name:password@host:587 or smtps://…; append ?tls=no to allow unencrypted mail.',
  },
  STRIPE_SECRET_KEY: { value: '', doc: 'The secret key of your Stripe account, for payments; without it, payments are simulated.' },
  STRIPE_PUBLISHABLE_KEY: { value: '', doc: 'The publishable key of your Stripe account, for the payment page.' },
  STRIPE_WEBHOOK_SECRET: {
    value: '',
    doc: 'The signing secret of the webhook of your Stripe account, which sends to /v1/webhooks/payments of PUBLIC_URL.',
  },
  STRIPE_API_BASE: { value: '', doc: "The address of Stripe's API, when it is not https://api.stripe.com." },
  MAIL_FROM: { value: '', doc: 'The sender address of mails, when it is not no-reply at the host of PUBLIC_URL.' },
  ENVIRONMENT: {
    value: 'development',
    doc: 'development, uat for acceptance tests (without the outbox and the bar of links to demo pages) or production (no demo data and no demo pages: start it with --empty once).',
  },
  CLOUD_PROVIDER: {
    value: '',
    doc: 'azure or empty: name of the hosting cloud; GET api/k1-ui/config reports it to pages as cloud_provider; the specification names this path.',
  },
  LOG_LEVEL: { value: 'warn', doc: 'debug, info, warn or error.' },
  PARTNER: {
    flag: '--partner',
    value: '',
    doc: "A partner to register: a name, its client and its pages' origin, as in my-site,1,http://localhost:8080. A new partner is read-only; append ,write to permit changes, which is stored for later starts until you append ,read. The start prints the secret and the permissions.",
  },
  FLAGS: { value: '', doc: 'Feature flags to turn on, separated by commas; =off after a name turns one off, such as console-funds=off.' },
} as const satisfies Record<string, { flag?: string; value: string; doc: string }>
type Variable = keyof typeof options

const helpLine = ([variable, { value, doc, ...rest }]: [string, { flag?: string; value: string; doc: string }]) => {
  const names = 'flag' in rest ? `${variable}, ${rest.flag}` : variable
  return `  ${names.padEnd(22)} ${doc}${value && ` Default: ${value}.`}`
}

/** The output of `--help`. */
export const help = () =>
  [
    'Placard: the reference platform with its demonstration.',
    '',
    'npm start -- [--port N] [--data FOLDER] [--partner NAME,CLIENT,ORIGIN[,write|,read]] [--empty] [--help]',
    '',
    '  --empty            Start with one super user and nothing else.',
    '  --help             Print this.',
    '',
    'Environment variables (a flag overrides its variable):',
    ...Object.entries(options).map(helpLine),
  ].join('\n')

export interface Configuration {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  readonly isEmpty: boolean
  readonly isHelp: boolean
  readonly publicUrl: string
  readonly partnerPagesUrl: string
  readonly trustedProxies: BlockList
  readonly drainMs: number
  readonly isDelivering: boolean
  readonly isDemoPublic: boolean
  readonly hasSandboxPayments: boolean
  readonly databaseUrl: string | undefined
  readonly issuer: string | undefined
  readonly issuerClientId: string
  readonly issuerAudience: string
  readonly isEmailTrusted: boolean
  readonly smtp: SmtpServer | undefined
  readonly mailFrom: string | undefined
  readonly stripe: StripeSettings | undefined
  readonly environment: (typeof environments)[number]
  readonly cloudProvider: (typeof cloudProviders)[number]
  readonly logLevel: Level
  readonly partner: RegisteredPartner | undefined
  readonly flags: Readonly<Record<string, boolean>>
}

function flagsOf(argv: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        port: { type: 'string' },
        data: { type: 'string' },
        empty: { type: 'boolean' },
        help: { type: 'boolean' },
        partner: { type: 'string' },
      },
    })
    return values
  } catch (error) {
    const [what] = (error instanceof Error ? error.message : String(error)).split(/[.\n]/)
    throw new Misconfigured(`${what?.replaceAll(/[’']/g, '')}; npm start -- --help lists all options.`)
  }
}

/** Validates an http(s) URL. Credentials, query and fragment are refused, and with `isOrigin` also a path. */
function url(variable: Variable, text: string, isOrigin: boolean): string {
  if (!text) return ''
  const found = URL.canParse(text) ? new URL(text) : undefined
  if (!found || !/^https?:$/.test(found.protocol) || found.username || found.search || found.hash)
    throw new Misconfigured(`${variable} must be an address that begins with http:// or https://.`)
  if (isOrigin && found.pathname !== '/') throw new Misconfigured(`${variable} must end after the host; it cannot have a path.`)
  return isOrigin ? found.origin : text
}

function oneOf<T extends string>(variable: Variable, words: readonly T[], text: string): T {
  const found = words.find((word) => word === text)
  if (found === undefined) throw new Misconfigured(`${variable} must be one of ${words.map((word) => word || 'empty').join(', ')}.`)
  return found
}

function portOf(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_534) throw new Misconfigured('PORT (--port) must be a number from 0 to 65534.')
  return Number(text)
}

const isOn = (variable: Variable, text: string) => oneOf(variable, ['on', 'off'], text) === 'on'

function drainOf(text: string): number {
  if (!/^\d{1,3}(\.\d)?$/.test(text)) throw new Misconfigured('DRAIN_SECONDS must be a number of seconds, such as 5 or 0.5.')
  return Number(text) * 1000
}

function databaseOf(text: string): string | undefined {
  if (text && !(/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)))
    throw new Misconfigured('DATABASE_URL must be an address that begins with postgres://.')
  return text || undefined
}

function smtpOf(text: string): SmtpServer | undefined {
  if (!text) return undefined
  const found = /^smtps?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : undefined
  if (!found?.hostname || !/^(\?tls=no)?$/.test(found.search) || found.hash || !/^\/?$/.test(found.pathname))
    throw new Misconfigured('SMTP_URL must be an address such as smtp://name:password@host:587, or one that begins with smtps://.')
  return smtpServerOf(text)
}

function mailFromOf(text: string): string | undefined {
  if (text && !isEmail(text)) throw new Misconfigured('MAIL_FROM must be an e-mail address.')
  if (/\P{ASCII}.*@/u.test(text)) throw new Misconfigured('MAIL_FROM must have ASCII letters only before its @.')
  return text || undefined
}

const stripeKeys = [
  { variable: 'STRIPE_SECRET_KEY', format: /^[sr]k_(test|live)_\w+$/, start: 'sk_ or rk_' },
  { variable: 'STRIPE_PUBLISHABLE_KEY', format: /^pk_(test|live)_\w+$/, start: 'pk_' },
  { variable: 'STRIPE_WEBHOOK_SECRET', format: /^whsec_\S+$/, start: 'whsec_' },
] as const

/** All three values of Stripe or none: with some of them, payments would fail later. */
function stripeOf(of: (variable: Variable) => string): StripeSettings | undefined {
  const apiBase = url('STRIPE_API_BASE', of('STRIPE_API_BASE'), true) || undefined
  const missing = stripeKeys.filter(({ variable }) => !of(variable)).map(({ variable }) => variable)
  if (missing.length === stripeKeys.length && !apiBase) return undefined
  if (missing.length > 0)
    throw new Misconfigured(`Set ${missing.join(' and ')} too, or no variable of Stripe, so that payments are simulated.`)
  const malformed = stripeKeys.find(({ variable, format }) => !format.test(of(variable)))
  if (malformed) throw new Misconfigured(`${malformed.variable} must begin with ${malformed.start}; copy it from the Stripe dashboard.`)
  const secretKey = of('STRIPE_SECRET_KEY')
  const publishableKey = of('STRIPE_PUBLISHABLE_KEY')
  if (secretKey.split('_')[1] !== publishableKey.split('_')[1])
    throw new Misconfigured('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be test keys or both be live keys.')
  return { secretKey, publishableKey, webhookSecret: of('STRIPE_WEBHOOK_SECRET'), apiBase }
}

function hostOf(text: string): string {
  if (!isIP(text) && text !== 'localhost') throw new Misconfigured('HOST must be a network address of this machine, such as 0.0.0.0.')
  return text
}

function proxiesOf(text: string): BlockList {
  const found = proxyList(text.split(',').flatMap((name) => name.trim() || []))
  if (!found)
    throw new Misconfigured('TRUSTED_PROXIES must be addresses, networks such as 10.0.0.0/8, or loopback, with commas between them.')
  return found
}

function partnerOf(text: string): RegisteredPartner | undefined {
  if (!text) return undefined
  const [, clientId = '', client, address = '', word] = /^([a-z][a-z0-9-]{1,59}),([1-9]\d{0,8}),([^,]+)(?:,(write|read))?$/.exec(text) ?? []
  if (!clientId)
    throw new Misconfigured(
      'PARTNER (--partner) must be a name, the number of a client and an origin with commas between them, such as my-site,1,http://localhost:8080; ,write or ,read may follow.',
    )
  const access = word === 'write' || word === 'read' ? word : undefined
  return { clientId, memberGroupId: Number(client), origin: url('PARTNER', address, true), access }
}

function featureFlags(text: string): Record<string, boolean> {
  const items = text.split(',').flatMap((item) => item.trim() || [])
  const flags = items.map((item) => /^([\w.-]{1,80})(=off)?$/.exec(item))
  if (!flags.every((flag) => flag !== null))
    throw new Misconfigured('FLAGS must be names separated by commas; =off after a name turns the flag off.')
  return Object.fromEntries(flags.map(([, name = '', off]) => [name, off === undefined]))
}

/** Reads flags and environment. An unusable value throws `Misconfigured` with one sentence. */
export function configurationOf(argv: readonly string[], env: NodeJS.ProcessEnv): Configuration {
  const flags = flagsOf(argv)
  const of = (variable: Variable) => env[variable]?.trim() || options[variable].value
  return {
    port: portOf(flags.port ?? of('PORT')),
    host: hostOf(of('HOST')),
    dataDir: resolve(flags.data ?? of('DATA_DIR')),
    isEmpty: flags.empty === true,
    isHelp: flags.help === true,
    publicUrl: url('PUBLIC_URL', of('PUBLIC_URL'), true),
    partnerPagesUrl: url('PARTNER_PAGES_URL', of('PARTNER_PAGES_URL'), true),
    trustedProxies: proxiesOf(of('TRUSTED_PROXIES')),
    drainMs: drainOf(of('DRAIN_SECONDS')),
    isDelivering: isOn('DELIVERY', of('DELIVERY')) && of('ENVIRONMENT') !== 'production',
    hasSandboxPayments: isOn('SANDBOX_PAYMENTS', of('SANDBOX_PAYMENTS')),
    isDemoPublic: isOn('PUBLIC_DEMO', of('PUBLIC_DEMO')) && of('ENVIRONMENT') !== 'production',
    databaseUrl: databaseOf(of('DATABASE_URL')),
    issuer: url('OIDC_ISSUER', of('OIDC_ISSUER'), false) || undefined,
    issuerClientId: of('OIDC_CLIENT_ID'),
    issuerAudience: of('OIDC_AUDIENCE'),
    isEmailTrusted: isOn('OIDC_EMAIL_TRUSTED', of('OIDC_EMAIL_TRUSTED')),
    smtp: smtpOf(of('SMTP_URL')),
    mailFrom: mailFromOf(of('MAIL_FROM')),
    stripe: stripeOf(of),
    environment: oneOf('ENVIRONMENT', environments, of('ENVIRONMENT')),
    cloudProvider: oneOf('CLOUD_PROVIDER', cloudProviders, of('CLOUD_PROVIDER')),
    logLevel: oneOf('LOG_LEVEL', ['debug', 'info', 'warn', 'error'] as const, of('LOG_LEVEL')),
    partner: partnerOf(flags.partner ?? of('PARTNER')),
    flags: featureFlags(of('FLAGS')),
  }
}

/** Creates one folder at a time: Node's `recursive` option never returns where folders cannot be created, as in /proc. */
function makeFolder(folder: string) {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder)
}

/** Creates the data folder if it is missing. Throws `Misconfigured` if it is not writable. */
export function prepareFolder(dataDir: string) {
  try {
    makeFolder(dataDir)
    accessSync(dataDir, constants.W_OK | constants.X_OK)
    if (!statSync(dataDir).isDirectory()) throw new Error('a file')
  } catch {
    throw new Misconfigured(`The data folder ${dataDir} cannot be written; change its owner, or choose another folder with --data.`)
  }
}
