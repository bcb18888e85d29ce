import { TokenBuckets } from '../../../demo/platform/http/token-buckets.ts'
import { handlersFor } from '../../../demo/platform/handlers.ts'
import { keysOf } from '../../../demo/platform/identity/keys.ts'
import { hashSecret } from '../../../demo/platform/access/password.ts'
import { consoleClientId, embeddedProvider, type ProviderOptions } from '../../../demo/platform/identity/provider.ts'
import { lineLog } from '../../../demo/platform/context/log.ts'
import { createPlatform, type PlatformOptions } from '../../../demo/platform/server.ts'
import { type Listener, listen } from '../../../demo/platform/http/listen.ts'
import { freshDatabase } from '../database/fresh-database.ts'
import { password } from './sign-in-by-http.ts'
import { small } from '../world/small-seed.ts'
import { machineTime } from '../../../demo/platform/context/clock.ts'

export const partnerSecret = 'the secret of the partner: 100% & more'

/** The small platform with its real identity provider; tests can move its clock. */
export async function startIdentity({
  external,
  changePage,
  addressOf,
  requestsByAddress,
  limits = { perCaller: new TokenBuckets(1e9, 1e9), perAddress: new TokenBuckets(1e9, 1e9) },
}: Pick<ProviderOptions, 'external' | 'changePage' | 'addressOf' | 'requestsByAddress'> & Pick<PlatformOptions, 'limits'> = {}) {
  const { database, close } = await freshDatabase({ filling: small })
  const { kysely } = database
  await kysely
    .updateTable('users')
    .set({ password_hash: await hashSecret(password) })
    .execute()
  const secret_hash = await hashSecret(partnerSecret)
  await kysely.updateTable('partner_clients').set({ secret_hash }).execute()
  const whole = { client_id: 'whole-partner', member_group_id: 2, name: 'Whole', secret_hash, advertiser_ids: null }
  await kysely
    .insertInto('partner_clients')
    .values({ ...whole, permissions: JSON.stringify(['reports.read', 'member_groups.read']) })
    .execute()
  const clock = { shiftMs: 0 }
  const now = () => machineTime(new Date(Date.now() + clock.shiftMs))
  const lines: string[] = []
  const log = lineLog('debug', (line) => lines.push(line), now)
  let current: Listener = (_, response) => response.writeHead(503).end()
  const listening = await listen((request, response) => current(request, response), 0)
  const origin = `http://localhost:${listening.port}`
  const identity = await embeddedProvider({ database, origin, now, log, external, changePage, addressOf, requestsByAddress })
  const words = { issuer: `${origin}/idp`, client_id: consoleClientId, is_provider_embedded: !external, flags_url: 'x', other_origin: 'x' }
  current = createPlatform({
    database,
    now,
    log,
    limits,
    ...(addressOf && { addressOf }),
    authenticate: identity.authenticate,
    identify: identity.identify,
    handlers: handlersFor({ environment: 'development', cloud_provider: '', ...words }, {}),
    identity: { prefix: '/idp', listener: identity.listener },
  }).listener
  return {
    origin,
    database,
    lines,
    clock,
    keys: await keysOf(database),
    authenticate: identity.authenticate,
    close: async () => {
      await listening.close(1000)
      await close()
    },
  }
}
export type IdentityWorld = Awaited<ReturnType<typeof startIdentity>>
