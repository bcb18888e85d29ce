import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Database } from '../database/database.ts'
import type { ClientFailures } from './client-failures.ts'

/** Partner servers as OIDC clients: confidential clients with the client credentials grant only. */
export class PartnerClients implements Adapter {
  constructor(
    readonly database: Database,
    readonly failures: ClientFailures,
  ) {}

  async find(id: string): Promise<AdapterPayload | undefined> {
    const row = await partnerOf(this.database, id)
    if (!row) await this.failures.compareUnknown()
    return (
      row && {
        client_id: row.client_id,
        client_name: row.name,
        client_secret: row.secret_hash,
        token_endpoint_auth_method: 'client_secret_basic',
        grant_types: ['client_credentials'],
        response_types: [],
        redirect_uris: [],
      }
    )
  }

  // Partners have their own table, so the provider never writes or revokes one.
  async upsert() {}
  async findByUid() {
    return undefined
  }
  async findByUserCode() {
    return undefined
  }
  async consume() {}
  async destroy() {}
  async revokeByGrantId() {}
}

/** A partner's current client; undefined if it is inactive. */
export const partnerOf = async ({ kysely }: Database, id: string) =>
  id.includes('\0')
    ? undefined
    : kysely.selectFrom('partner_clients').selectAll().where('client_id', '=', id).where('active', '=', true).executeTakeFirst()
