import type { IncomingMessage, ServerResponse } from 'node:http'
import { importJWK, SignJWT } from 'jose'
import type { Buckets } from '../buckets.ts'
import type { Database } from '../database/open.ts'
import type { Keys } from './keys.ts'
import { isSecret } from './password.ts'

export const partnerTokenSeconds = 600
const longestForm = 20_000

export interface PartnerGrantOptions {
  readonly database: Database
  readonly keys: Keys
  readonly issuer: string
  readonly audience: string
  readonly now: () => Date
  readonly attempts: Buckets
}

/** An OAuth error with a sentence for whoever wrote the partner's server. */
class GrantError extends Error {
  constructor(
    readonly status: number,
    readonly error: string,
    description: string,
  ) {
    super(description)
  }
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request) {
    text += String(chunk)
    if (text.length > longestForm) throw new GrantError(413, 'invalid_request', 'The form is too long')
  }
  return new URLSearchParams(text)
}

const basicOf = (header: string) => {
  const [id = '', ...secret] = Buffer.from(header.replace(/^Basic /i, ''), 'base64')
    .toString('utf8')
    .split(':')
  return { id: decodeURIComponent(id), secret: decodeURIComponent(secret.join(':')) }
}

async function partnerOf({ database, attempts, now }: PartnerGrantOptions, header: string, address: string) {
  const refused = new GrantError(401, 'invalid_client', 'The client id or its secret is not right')
  if (attempts.take(`partner ${address}`, now().getTime()) > 0)
    throw new GrantError(429, 'temporarily_unavailable', 'Too many tries; wait a minute')
  let basic: ReturnType<typeof basicOf>
  try {
    basic = basicOf(header)
  } catch {
    throw refused
  }
  const row = await database.kysely
    .selectFrom('partner_clients')
    .selectAll()
    .where('client_id', '=', basic.id.replaceAll('\0', ''))
    .executeTakeFirst()
  if (!(await isSecret(basic.secret, row?.secret_hash)) || !row?.active) throw refused
  return row
}

const listOf = (text: string | null) => text?.split(/[\s,]+/).filter(Boolean)

type Row = Awaited<ReturnType<typeof partnerOf>>

/** What the token says: what was asked, as long as the partner has it. */
function claimsOf(row: Row, form: URLSearchParams) {
  if (form.get('grant_type') !== 'client_credentials')
    throw new GrantError(400, 'unsupported_grant_type', 'A partner uses client_credentials')
  const user = form.get('user') ?? ''
  if (user === '' || user.length > 200 || /\p{Cc}/u.test(user))
    throw new GrantError(400, 'invalid_request', 'Name the user who looks, in up to 200 letters')
  if (Number(form.get('client') ?? row.member_group_id) !== row.member_group_id)
    throw new GrantError(400, 'invalid_target', 'This client is not yours')
  const advertisers = listOf(form.get('advertisers'))?.map(Number)
  if (advertisers?.some((id) => !Number.isInteger(id) || (row.advertiser_ids !== null && !row.advertiser_ids.includes(id))))
    throw new GrantError(400, 'invalid_target', 'One of these advertisers is not yours')
  const permissions = listOf(form.get('permissions')) ?? row.permissions
  const stranger = permissions.find((word) => !row.permissions.includes(word))
  if (stranger !== undefined) throw new GrantError(400, 'invalid_scope', `The permission ${stranger.slice(0, 60)} is not yours to give`)
  const reach = advertisers ?? row.advertiser_ids
  return { user, member_group_id: row.member_group_id, advertisers: reach ?? [], is_whole: reach === null ? 1 : 0, permissions }
}

/** The token endpoint for partners' servers: who looks, at which client and advertisers, with which permissions, for ten minutes. */
export function partnerGrant(options: PartnerGrantOptions) {
  const { keys, issuer, audience, now } = options
  return async (request: IncomingMessage, response: ServerResponse) => {
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })
      response.end(JSON.stringify(body))
    }
    try {
      const row = await partnerOf(options, request.headers.authorization ?? '', request.socket.remoteAddress ?? '')
      const claims = claimsOf(row, await formOf(request))
      const [key] = keys.jwks.keys
      if (!key) throw new Error('There is no key to sign with')
      const issued = Math.floor(now().getTime() / 1000)
      const token = await new SignJWT({ placard_partner: claims, client_id: row.client_id })
        .setProtectedHeader({ alg: 'ES256', kid: key.kid, typ: 'at+jwt' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(`partner:${row.client_id}`)
        .setIssuedAt(issued)
        .setExpirationTime(issued + partnerTokenSeconds)
        .sign(await importJWK(key, 'ES256'))
      answer(200, { access_token: token, token_type: 'Bearer', expires_in: partnerTokenSeconds, expires_at: issued + partnerTokenSeconds })
    } catch (error) {
      if (error instanceof GrantError) answer(error.status, { error: error.error, error_description: error.message })
      else answer(500, { error: 'server_error', error_description: 'Something went wrong' })
    }
  }
}
