import type { Database } from '../../demo/platform/database/database.ts'
import { resetSequences, insertRows } from '../../demo/platform/seed/insert.ts'

/** Creates users, each the admin of their own client; the first sees all clients. */
export async function manyPeople({ kysely }: Database, count: number) {
  const ids = Array.from({ length: count }, (_, index) => index + 1)
  const others = ids.slice(1)
  const words = { status: 'active', default_currency_code: 'USD', min_bid: 100_000, host_name: null }
  const label = {
    label_singular: 'Hotel',
    label_plural: 'Hotels',
    registration_enabled: false,
    version: 1,
    created_at: '2026-01-01T00:00:00Z',
  }
  await insertRows(
    kysely,
    'member_groups',
    others.map((member_group_id) => ({ member_group_id, name: `Client ${member_group_id}`, ...words, ...label })),
  )
  const colours = { font_family: 'Default', primary_color: '#112233', button_color: '#112233', button_text_color: '#ffffff' }
  await insertRows(
    kysely,
    'themes',
    others.map((id) => ({ member_group_id: id, id, ...colours })),
  )
  await insertRows(
    kysely,
    'member_group_currencies',
    others.flatMap((member_group_id) => [1, 2].map((currency_id) => ({ member_group_id, currency_id }))),
  )
  await insertRows(
    kysely,
    'users',
    ids.map((user_id) => ({
      user_id,
      email: `person${user_id}@placard.example`,
      user_name: `Person ${user_id}`,
      locale_id: 1,
      status: 'active',
      password_hash: '',
      created_at: '2026-01-01T00:00:00Z',
    })),
  )
  await insertRows(
    kysely,
    'user_roles',
    ids.map((user_id) => ({ user_id, role_id: user_id === 1 ? 1 : 3 })),
  )
  await insertRows(
    kysely,
    'user_access',
    others.map((id) => ({ user_id: id, kind: 'client', thing_id: id })),
  )
  await resetSequences(kysely)
}
