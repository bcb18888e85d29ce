import { sql } from 'kysely'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Database } from '../database/database.ts'
import { errors } from './quiet-provider.ts'
import { idleSeconds } from '../users/accounts.ts'

/** These expire when idle. Their payload's expiry is for the cookie and is the longest that use can extend them. */
const idleKinds = new Set(['Session', 'Grant'])

/** Stores the provider's grants, codes and sessions in the database, so that several servers share them. */
export class Records implements Adapter {
  constructor(
    readonly kind: string,
    readonly database: Database,
    readonly now: () => Date,
  ) {}

  async upsert(id: string, payload: AdapterPayload, lifeSeconds?: number) {
    const expiresIn = idleKinds.has(this.kind) ? Math.min(lifeSeconds ?? idleSeconds, idleSeconds) : lifeSeconds
    const row = {
      kind: this.kind,
      id,
      payload: JSON.stringify(payload),
      grant_id: payload.grantId ?? null,
      uid: payload.uid ?? null,
      user_code: payload.userCode ?? null,
      expires_at: expiresIn ? new Date(this.now().getTime() + expiresIn * 1000) : null,
    }
    await this.#table
      .insertInto('identity_records')
      .values(row)
      .onConflict((conflict) => conflict.columns(['kind', 'id']).doUpdateSet(row))
      .execute()
  }

  find = (id: string) => this.#by('id', id)
  findByUid = (uid: string) => this.#by('uid', uid)
  findByUserCode = (code: string) => this.#by('user_code', code)

  /** Consumes a code or token. Of two concurrent requests one succeeds; the other revokes the grant, as a replay does. */
  async consume(id: string) {
    const seconds = Math.floor(this.now().getTime() / 1000)
    const record = await this.#own(id)
      .set({ payload: sql`jsonb_set(payload, '{consumed}', to_jsonb(${seconds}::bigint))` })
      .where(({ eb, ref }) => eb(ref('payload', '->').key('consumed'), 'is', null))
      .returning('id')
      .executeTakeFirst()
    if (record) return
    const latest = await this.find(id)
    if (latest?.grantId) await this.#endGrant(latest.grantId)
    throw new errors.InvalidGrant('it was used already')
  }

  async destroy(id: string) {
    await this.#table.deleteFrom('identity_records').where('kind', '=', this.kind).where('id', '=', id).execute()
  }

  async revokeByGrantId(grantId: string) {
    await this.#table.deleteFrom('identity_records').where('grant_id', '=', grantId).execute()
  }

  /** The winner's tokens may be written after this. Without their grant they are of no use. */
  async #endGrant(grantId: string) {
    await this.#table.deleteFrom('identity_records').where('kind', '=', 'Grant').where('id', '=', grantId).execute()
    await this.revokeByGrantId(grantId)
  }

  get #table() {
    return this.database.kysely
  }

  #own(id: string) {
    return this.#table.updateTable('identity_records').where('kind', '=', this.kind).where('id', '=', id)
  }

  async #by(column: 'id' | 'uid' | 'user_code', value: string): Promise<AdapterPayload | undefined> {
    if (value.includes('\0')) return undefined
    const row = await this.#table
      .selectFrom('identity_records')
      .select(['payload', 'expires_at'])
      .where('kind', '=', this.kind)
      .where(column, '=', value)
      .executeTakeFirst()
    return row && (row.expires_at === null || row.expires_at > this.now()) ? row.payload : undefined
  }
}
