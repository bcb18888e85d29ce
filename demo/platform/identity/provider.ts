import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { Provider } from 'oidc-provider'
import { Buckets } from '../buckets.ts'
import type { Database } from '../database/open.ts'
import type { Log } from '../log.ts'
import type { Listener } from '../server.ts'
import { type Keys, keysOf } from './keys.ts'
import { partnerGrant } from './partner-grant.ts'
import { isSecret } from './password.ts'
import { recordsIn } from './records.ts'
import { signInHeaders, signInPage } from './sign-in-page.ts'
import { tokenReader } from './tokens.ts'

export const consoleClientId = 'placard-console'

export interface ProviderOptions {
  readonly database: Database
  /** The address that the outside knows, such as http://localhost:4400. */
  readonly origin: string
  readonly now: () => Date
  readonly log: Log
}

const lifeSeconds = {
  AccessToken: 600,
  AuthorizationCode: 60,
  IdToken: 600,
  Interaction: 600,
  Session: 43_200,
  Grant: 43_200,
  RefreshToken: 43_200,
} as const

function configured({ database, origin, now }: ProviderOptions, keys: Keys) {
  const { kysely } = database
  const resource = {
    scope: 'console',
    audience: origin,
    accessTokenFormat: 'jwt',
    accessTokenTTL: lifeSeconds.AccessToken,
    jwt: { sign: { alg: 'ES256' } },
  } as const
  return new Provider(`${origin}/idp`, {
    adapter: recordsIn(database, now),
    jwks: keys.jwks as never, // the provider's own type of key lags behind jose's
    cookies: { keys: keys.cookies },
    clients: [
      {
        client_id: consoleClientId,
        redirect_uris: [`${origin}/`, `${origin}/signed-in`],
        post_logout_redirect_uris: [`${origin}/`],
        response_types: ['code'],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'none',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    scopes: ['openid', 'profile', 'console'],
    clientBasedCORS: (_, from) => from === origin,
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => origin,
        getResourceServerInfo: () => resource,
        useGrantedResource: () => true,
      },
    },
    interactions: { url: (_, interaction) => `/idp/sign-in/${interaction.uid}` },
    issueRefreshToken: async (_, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId ?? '', accountId: oidc.session?.accountId ?? '' })
      grant.addOIDCScope('openid profile console')
      grant.addResourceScope(origin, 'console')
      await grant.save()
      return grant
    },
    findAccount: async (_, sub) => {
      const user = await kysely
        .selectFrom('users')
        .select(['user_name', 'email', 'status'])
        .where('user_id', '=', Number(sub))
        .executeTakeFirst()
      return user?.status === 'active'
        ? { accountId: sub, claims: async () => ({ sub, name: user.user_name, email: user.email }) }
        : undefined
    },
    claims: { openid: ['sub'], profile: ['name', 'email'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    ttl: lifeSeconds,
    renderError: (context, out) => {
      for (const [name, value] of Object.entries(signInHeaders("'none'"))) context.set(name, value)
      context.type = 'html'
      context.body = `<!doctype html><html lang="en"><title>Sign in</title><p>Signing in did not work: ${String(out.error).replace(/[^\w ]/g, '')}. Go back and try again.</p></html>`
    },
  })
}

/** The sign-in page of the embedded provider. It never tells whether an address exists. */
function signInRoutes(provider: Provider, { database, now, origin }: ProviderOptions, attempts: Buckets) {
  const app = new Hono<{ Bindings: { incoming: IncomingMessage; outgoing: ServerResponse } }>()
  const headers = signInHeaders(`'self' ${origin}`)
  app.get('/sign-in/:uid', async (context) => {
    const found = await provider.interactionDetails(context.env.incoming, context.env.outgoing).catch(() => undefined)
    if (!found)
      return context.html(
        signInPage(
          `/idp/sign-in/${context.req.param('uid')}`,
          '',
          'This sign-in has expired. Go back to where you came from and start again.',
        ),
        400,
        headers,
      )
    return context.html(signInPage(`/idp/sign-in/${found.uid}`), 200, headers)
  })
  app.post('/sign-in/:uid', async (context) => {
    const form = await context.req.parseBody()
    const email = String(form.email ?? '')
      .toLowerCase()
      .slice(0, 254)
      .replaceAll('\0', '')
    const action = `/idp/sign-in/${context.req.param('uid')}`
    const address = context.env.incoming.socket.remoteAddress ?? ''
    if (attempts.take(email, now().getTime()) > 0 || attempts.take(`from ${address}`, now().getTime()) > 0)
      return context.html(signInPage(action, email, 'Too many tries. Wait a minute, then try again.'), 429, headers)
    const user = await database.kysely
      .selectFrom('users')
      .select(['user_id', 'password_hash', 'status'])
      .where('email', '=', email)
      .executeTakeFirst()
    const isRight = await isSecret(String(form.password ?? '').slice(0, 200), user?.password_hash)
    if (!isRight || user?.status !== 'active')
      return context.html(signInPage(action, email, 'The e-mail address or the password is not right.'), 401, headers)
    const to = await provider
      .interactionResult(context.env.incoming, context.env.outgoing, { login: { accountId: String(user.user_id) } })
      .catch(() => undefined)
    return to
      ? context.redirect(to, 303)
      : context.html(signInPage(action, email, 'This sign-in has expired. Go back to where you came from and start again.'), 400, headers)
  })
  return app
}

/** The embedded identity provider below /idp, and the reader of its tokens. */
export async function embeddedProvider(options: ProviderOptions) {
  const { database, origin, now, log } = options
  const keys = await keysOf(database)
  const provider = configured(options, keys)
  provider.on('server_error', (_, error) => log('error', 'identity', { message: error.message }))
  const attempts = new Buckets(20, 0.2)
  const partner = partnerGrant({ database, keys, issuer: `${origin}/idp`, audience: origin, now, attempts: new Buckets(120, 2) })
  const signIn = getRequestListener(signInRoutes(provider, options, attempts).fetch, { overrideGlobalObjects: false })
  const oidc = provider.callback()
  const listener: Listener = (request, response) => {
    const whole: IncomingMessage & { originalUrl?: string } = request
    whole.originalUrl = request.url ?? ''
    request.url = whole.originalUrl.slice('/idp'.length)
    if (request.url === '/token' && request.method === 'POST' && /^Basic /i.test(request.headers.authorization ?? ''))
      void partner(request, response)
    else if (request.url.startsWith('/sign-in/')) void signIn(request, response)
    else void oidc(request, response)
  }
  const userIdOf = async ({ sub = '' }: { sub?: string }) => (/^[1-9]\d{0,9}$/.test(sub) ? Number(sub) : undefined)
  return { listener, authenticate: tokenReader({ issuer: `${origin}/idp`, audience: origin, keys, userIdOf, now }) }
}

/** An issuer of the operator's own: its tokens name people by their e-mail address. */
export const externalProvider = ({ database, origin, now }: ProviderOptions, issuer: string) => {
  const userIdOf = async (claims: Record<string, unknown>) => {
    if (typeof claims.email !== 'string') return undefined
    const row = await database.kysely
      .selectFrom('users')
      .select('user_id')
      .where('email', '=', claims.email.toLowerCase())
      .executeTakeFirst()
    return row?.user_id
  }
  return { authenticate: tokenReader({ issuer, audience: origin, userIdOf, now }) }
}
