import { setTimeout as pause } from 'node:timers/promises'
import type { AddressMatch } from '../../../src/contract/addresses/addresses.ts'
import { pageResponse } from '../../../src/contract/endpoint.ts'
import type { PageResponse } from '../../../src/contract/page-response.ts'
import { type ApplicationConfig, config } from '../../../src/contract/session/config.ts'
import { loginConfigQuery, signUp } from '../../../src/contract/users/sign-up.ts'
import type { Database } from '../database/database.ts'
import { loginConfigOf } from '../users/sign-up.ts'

/** The page does not wait longer for the database. It then requests the client's configuration itself. */
const maxReadMs = 1000

/** The client's part of the sign-in page; none if it cannot be read in time. */
async function clientResponses(database: Database, { attributes }: AddressMatch, hostName: string): Promise<PageResponse[]> {
  const query = loginConfigQuery(attributes['client-name'], hostName)
  return [pageResponse(signUp.loginConfig, { query }, await loginConfigOf(database, query))]
}

/** Everything that the sign-in page would request before it shows the button, so that it shows it as soon as its code has loaded. */
export async function signInResponses(
  database: Database,
  application: ApplicationConfig,
  match: AddressMatch,
  hostName: string,
): Promise<PageResponse[]> {
  const limit = new AbortController()
  const tooLate = pause(maxReadMs, [], { signal: limit.signal }).catch(() => [])
  const ofClient = await Promise.race([clientResponses(database, match, hostName).catch(() => []), tooLate])
  limit.abort()
  return [pageResponse(config.application, {}, application), ...ofClient]
}

/** The brand of the sign-in page, shown at its final place until the console has loaded. */
export const signInBrand =
  '<p slot="waiting" class="brand" aria-hidden="true"><svg viewBox="0 0 16 16"><path d="M2 6.5c2-2 4-2 6 0s4 2 6 0M2 10.5c2-2 4-2 6 0s4 2 6 0"/></svg>Placard</p>'
