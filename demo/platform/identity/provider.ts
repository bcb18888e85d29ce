import type { IncomingMessage } from 'node:http'
import type { JWTVerifyGetKey } from 'jose'
import type { Configuration } from 'oidc-provider'
import { is, string, type } from 'superstruct'
import { TokenBuckets } from '../http/token-buckets.ts'
import { type AddressOf, socketAddress } from '../http/client-address.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../context/log.ts'
import { type PageTransform, plainHeaders } from '../http/plain-page.ts'
import type { Listener } from '../http/listen.ts'
import { accountListener, isAccountPath } from './account.ts'
import { ClientFailures } from './client-failures.ts'
import { type Keys, keysOf } from './keys.ts'
import { PartnerClients } from './partner-clients.ts'
import { partnerGrant, partnerParameters } from './partner-grant.ts'
import { Records } from './records.ts'
import { errors, Provider } from './quiet-provider.ts'
import { idleSeconds } from '../users/accounts.ts'
import { extendAtRefresh, sessionGrant } from './session-grant.ts'
import { signInListener } from './sign-in.ts'
import { autoSignOutPage, autoSubmitScript, messagePage, signOutPage } from './sign-in-page.ts'
import { externalIdentity, localIdentity, sessionRounds } from './subjects.ts'
import { localKeys, maxExternalSeconds, remoteKeys, type TokenIssuer, tokenReader } from './tokens.ts'
import type { MachineTime } from '../context/clock.ts'

export const consoleClientId = 'placard-console'
const prefix = '/idp'

export interface ProviderOptions {
  readonly database: Database
  /** The public address, such as http://localhost:4400. */
  readonly origin: string
  readonly now: () => MachineTime
  readonly log: Log
  /** Default: the remote address of the connection. */
  readonly addressOf?: AddressOf | undefined
  /** Adds the demonstration's navigation to a page. */
  readonly changePage?: PageTransform | undefined
  /** The operator's own issuer for users; partner servers still use the embedded provider. */
  readonly external?: ExternalProvider | undefined
  /** Requests of one address, except those of the sign-in and account pages. */
  readonly requestsByAddress?: TokenBuckets | undefined
}

interface ExternalProvider {
  readonly issuer: string
  readonly audience: string
  readonly clientId?: string
  /** The operator vouches that the issuer verifies every address. */
  readonly isEmailTrusted?: boolean
}

/**
 * Sessions and grants end after their idle time, which their records store. This is the cookie's lifetime and the longest that use
 * can extend them.
 */
const maxSeconds = 2_592_000

const lifeSeconds = {
  AccessToken: 600,
  AuthorizationCode: 60,
  IdToken: 600,
  Interaction: 600,
  Session: maxSeconds,
  Grant: maxSeconds,
  RefreshToken: idleSeconds,
} as const

const consoleClient = (origin: string) => ({
  client_id: consoleClientId,
  redirect_uris: [`${origin}/`, `${origin}/signed-in`],
  post_logout_redirect_uris: [`${origin}/`],
  response_types: ['code' as const],
  grant_types: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_method: 'none' as const,
})

/** Access tokens are JWTs with this platform as their only audience. */
const resourceIndicators = (origin: string) => ({
  enabled: true,
  defaultResource: () => origin,
  useGrantedResource: () => true,
  getResourceServerInfo: (_: unknown, resource: string) => {
    if (resource !== origin) throw new errors.InvalidTarget('Unknown resource')
    return {
      scope: 'console',
      audience: origin,
      accessTokenFormat: 'jwt' as const,
      accessTokenTTL: lifeSeconds.AccessToken,
      jwt: { sign: { alg: 'ES256' as const } },
    }
  },
})

const show = async (
  context: { set(headers: Record<string, string>): void; body: unknown },
  page: Promise<string>,
  changePage: PageTransform = (text) => text,
  targets?: string,
  script?: string,
) => {
  context.set(plainHeaders(targets, script))
  context.body = changePage(await page)
}

const accounts =
  ({ kysely }: Database): NonNullable<Configuration['findAccount']> =>
  async (_, sub) => {
    if (!/^[1-9]\d{0,8}$/.test(sub)) return undefined
    const user = await kysely
      .selectFrom('users')
      .select(['user_name', 'email'])
      .where('user_id', '=', Number(sub))
      .where('status', '=', 'active')
      .executeTakeFirst()
    return user && { accountId: sub, claims: async () => ({ sub, name: user.user_name, email: user.email }) }
  }

const configured = (
  { database, origin, now, external, changePage }: ProviderOptions,
  keys: Keys,
  failures: ClientFailures,
): Configuration => ({
  adapter: (kind: string) => (kind === 'Client' ? new PartnerClients(database, failures) : new Records(kind, database, now)),
  jwks: keys.jwks as never, // the provider's key type lags behind jose's
  cookies: { keys: keys.cookies },
  clients: external ? [] : [consoleClient(origin)],
  clientDefaults: { id_token_signed_response_alg: 'ES256' },
  scopes: ['openid', 'profile', 'console'],
  claims: { openid: ['sub'], profile: ['name', 'email'] },
  conformIdTokenClaims: false,
  clientBasedCORS: (_, from) => from === origin,
  features: {
    devInteractions: { enabled: false },
    revocation: { enabled: true },
    resourceIndicators: resourceIndicators(origin),
    rpInitiatedLogout: {
      enabled: true,
      // An id token of this very session proves that the console has already asked the user. Any other request needs confirmation,
      // because any page can send a user here.
      logoutSource: (context, form) => {
        const { client, session, entities } = context.oidc
        const sid = session?.sidFor(client?.clientId ?? '')
        const isMeant = sid !== undefined && entities.IdTokenHint?.payload.sid === sid
        const [page, script] = isMeant ? [autoSignOutPage(form), autoSubmitScript] : [signOutPage(form)]
        return show(context, page, changePage, `'self' ${origin}`, script)
      },
      postLogoutSuccessSource: (context) => show(context, messagePage('You are signed out', 'Sign in again to continue.'), changePage),
    },
  },
  interactions: { url: (_, { uid }) => `${prefix}/sign-in/${uid}` },
  pkce: { required: () => true },
  issueRefreshToken: async (_, client) => client.grantTypeAllowed('refresh_token'),
  rotateRefreshToken: extendAtRefresh({ database, origin, now }),
  loadExistingGrant: sessionGrant({ database, origin, now }),
  findAccount: accounts(database),
  extraTokenClaims: sessionRounds(database),
  ttl: lifeSeconds,
  renderError: (context, { error }) =>
    show(context, messagePage('Sign-in failed', `Go back and try again. (${String(error).replace(/[^\w ]/g, '')})`), changePage),
})

const Refusal = type({ error: string() })
/** Adds a remedy to errors that the provider only names. */
const advice: Readonly<Record<string, string>> = {
  invalid_client: 'The client ID or secret is wrong, or the client is disabled: check both, then contact the platform operator',
  unsupported_grant_type: 'Unsupported grant type: send grant_type=client_credentials from your server',
}

function providerOf(options: ProviderOptions, keys: Keys, failures: ClientFailures) {
  const { database, origin, log, now } = options
  const issuer = origin + prefix
  const provider = new Provider(issuer, configured(options, keys, failures))
  // Behind a proxy, addresses and cookies use the configured origin, whatever the request's headers say.
  provider.proxy = true
  Object.defineProperty(provider.Client.prototype, 'compareClientSecret', {
    value: function compare(this: { clientId: string; clientSecret?: string }, secret: string) {
      return failures.compare(this.clientId, secret, this.clientSecret)
    },
  })
  // Adds the session id to id tokens, so that an id token proves one session only.
  Object.defineProperty(provider.Client.prototype, 'includeSid', { value: () => true })
  provider.use(async (context, next) => {
    await next()
    const { oidc } = context
    // Without a session, the provider would show an unstyled page of its own that submits this form.
    if (oidc?.route === 'end_session' && context.status === 200 && !oidc.session?.accountId) {
      const secret = String(oidc.session?.state?.secret ?? '')
      const form = `<form id="op.logoutForm" method="post" action="${oidc.urlFor('end_session_confirm')}"><input type="hidden" name="xsrf" value="${secret}"/></form>`
      return show(context, autoSignOutPage(form), options.changePage, `'self' ${origin}`, autoSubmitScript)
    }
    const body: unknown = context.body
    if (is(body, Refusal) && advice[body.error]) context.body = { ...body, error_description: advice[body.error] }
  })
  const grant = partnerGrant({ database, keys, issuer, audience: origin, now })
  provider.registerGrantType('client_credentials', grant, partnerParameters)
  provider.on('server_error', (_, error) => log('error', 'identity', { message: error.message }))
  return provider
}

/** Sets the public host and protocol on a request and removes the prefix from its URL. */
function mountRequest(request: IncomingMessage & { originalUrl?: string }, origin: string) {
  const { host, protocol } = new URL(origin)
  Object.assign(request.headers, { host, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) })
  request.originalUrl = request.url ?? ''
  request.url = request.originalUrl.slice(prefix.length)
  return request.url
}

const tooMany = JSON.stringify({ error: 'temporarily_unavailable', error_description: 'Too many requests; wait a moment' })

/** The provider appends its script's hash to `script-src`, which is otherwise empty. */
const strict = "default-src 'none'; script-src; img-src 'self'; frame-ancestors 'none'; base-uri 'none'"

/** The identity provider below /idp, and the verifiers of access tokens and id tokens. */
export async function embeddedProvider(options: ProviderOptions) {
  const { database, origin, now, external, addressOf = socketAddress, requestsByAddress = new TokenBuckets(600, 60) } = options
  const keys = await keysOf(database)
  const failures = new ClientFailures(now)
  const provider = providerOf(options, keys, failures)
  const signIn = signInListener(provider, { ...options, addressOf, cookieKey: keys.cookies[0] ?? '' })
  const oidc = provider.callback()
  const account = accountListener({ ...options, addressOf })
  const listener: Listener = (request, response) => {
    const url = mountRequest(request, origin)
    response.setHeader('Content-Security-Policy', strict)
    response.setHeader('X-Content-Type-Options', 'nosniff')
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
    if (url.startsWith('/sign-in/')) void signIn(request, response)
    else if (!external && isAccountPath(url)) void account(request, response)
    else if (requestsByAddress.take(addressOf(request), now().getTime()) > 0)
      response.writeHead(429, { 'Content-Type': 'application/json', 'Retry-After': '5' }).end(tooMany)
    else failures.run({ address: addressOf(request), isPost: request.method === 'POST' }, () => void oidc(request, response))
  }
  const own: TokenIssuer = {
    issuer: origin + prefix,
    audience: origin,
    keys: localKeys(keys),
    typ: 'at+jwt',
    maxSeconds: lifeSeconds.AccessToken,
    identityOf: localIdentity,
  }
  const theirKeys = external && remoteKeys(external.issuer)
  const theirsFor = ({ issuer, isEmailTrusted = false }: ExternalProvider, audience: string, remote: JWTVerifyGetKey): TokenIssuer => ({
    issuer,
    audience,
    keys: remote,
    maxSeconds: maxExternalSeconds,
    identityOf: externalIdentity({ database, issuer, audience, isEmailTrusted, now }),
  })
  const { typ: _, ...untyped } = own
  // The audience of id tokens is the console, not the platform.
  const idTokenIssuer =
    external && theirKeys
      ? theirsFor(external, external.clientId ?? external.audience, theirKeys)
      : { ...untyped, maxSeconds: lifeSeconds.IdToken, audience: consoleClientId }
  const issuers = external && theirKeys ? [own, theirsFor(external, external.audience, theirKeys)] : [own]
  return { listener, authenticate: tokenReader(issuers, now), identify: tokenReader([idTokenIssuer], now) }
}
