import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Database } from '../database/open.ts'

/** Where the provider keeps its grants, codes and sessions: in the database, so that several servers share them. */
export const recordsIn = ({ kysely }: Database, now: () => Date) =>
  class Records implements Adapter {
    constructor(readonly kind: string) {}

    async upsert(id: string, payload: AdapterPayload, expiresIn?: number) {
      const row = {
        kind: this.kind,
        id,
        payload: JSON.stringify(payload),
        grant_id: payload.grantId ?? null,
        uid: payload.uid ?? null,
        user_code: payload.userCode ?? null,
        expires_at: expiresIn ? new Date(now().getTime() + expiresIn * 1000) : null,
      }
      await kysely
        .insertInto('identity_records')
        .values(row)
        .onConflict((conflict) => conflict.columns(['kind', 'id']).doUpdateSet(row))
        .execute()
    }

    find = (id: string) => this.#by('id', id)
    findByUid = (uid: string) => this.#by('uid', uid)
    findByUserCode = (code: string) => this.#by('user_code', code)

    /** A code or token is used up once, whoever comes first. */
    async consume(id: string) {
      const found = await this.find(id)
      if (!found) return
      const payload = JSON.stringify({ ...found, consumed: Math.floor(now().getTime() / 1000) })
      await kysely.updateTable('identity_records').set({ payload }).where('kind', '=', this.kind).where('id', '=', id).execute()
    }

    async destroy(id: string) {
      await kysely.deleteFrom('identity_records').where('kind', '=', this.kind).where('id', '=', id).execute()
    }

    async revokeByGrantId(grantId: string) {
      await kysely.deleteFrom('identity_records').where('grant_id', '=', grantId).execute()
    }

    async #by(column: 'id' | 'uid' | 'user_code', value: string): Promise<AdapterPayload | undefined> {
      const row = await kysely
        .selectFrom('identity_records')
        .select(['payload', 'expires_at'])
        .where('kind', '=', this.kind)
        .where(column, '=', value)
        .executeTakeFirst()
      return row && (row.expires_at === null || row.expires_at > now()) ? row.payload : undefined
    }
  }
