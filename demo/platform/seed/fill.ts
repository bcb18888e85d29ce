import { Misconfigured } from '../context/misconfigured.ts'
import type { Database } from '../database/database.ts'
import type { DemoSecrets } from '../identity/secrets.ts'
import { hashSecret, matchesHash } from '../access/password.ts'
import { seed, seedContent, seedEmpty } from './seed.ts'

/** Why there is no demonstration: its users share a printed password, and its pages give tokens to every visitor. */
export type DemoRefusal = 'production' | 'reachable'

const refusalTexts: Record<DemoRefusal, { readonly subject: string; readonly alternative: string }> = {
  production: { subject: 'ENVIRONMENT=production', alternative: '' },
  reachable: { subject: 'A platform that other machines can reach', alternative: ', or set PUBLIC_DEMO=on' },
}

export interface FillOptions {
  readonly secrets: DemoSecrets
  readonly isEmpty: boolean
  readonly demoRefusal: DemoRefusal | undefined
  readonly now: Date
  /** The second origin, which every demonstration client allows. */
  readonly other: string
  readonly say: (text: string) => void
}

/** Prints a line at each tenth of the progress. */
function progress(say: FillOptions['say']) {
  let shown = -1
  return (done: number) => {
    const tenth = Math.floor(done * 10)
    if (tenth > shown) say(`Seeding the demonstration: ${tenth * 10} %`)
    shown = tenth
  }
}

/** The second origin's port may have changed since the database was seeded. */
async function allowOrigin({ kysely }: Database, origin: string) {
  const clients = await kysely.selectFrom('member_groups').select('member_group_id').execute()
  await kysely
    .insertInto('allowed_origins')
    .values(clients.map(({ member_group_id }) => ({ member_group_id, origin })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function seedFresh(database: Database, { secrets, isEmpty, now, other, say }: FillOptions) {
  const today = now.toISOString().slice(0, 10)
  const passwordHash = await hashSecret(secrets.password)
  if (isEmpty) return seedEmpty(database, { today, passwordHash })
  const hashes = await Promise.all(Object.entries(secrets.partners).map(async ([id, secret]) => [id, await hashSecret(secret)] as const))
  return seed(database, { today, now, passwordHash, secretHashes: Object.fromEntries(hashes), origins: [other], progress: progress(say) })
}

export interface Filled {
  readonly content: 'demonstration' | 'empty'
  /** This start has filled the database. */
  readonly isNew: boolean
}

/** Seeds an empty database and leaves any other unchanged; returns its content. */
export async function seedIfEmpty(database: Database, options: FillOptions): Promise<Filled> {
  const { isEmpty, demoRefusal } = options
  const { subject, alternative } = refusalTexts[demoRefusal ?? 'production']
  const found = await seedContent(database)
  if (found === 'demonstration' && isEmpty)
    throw new Misconfigured('The data folder already contains the demonstration; choose another folder with --data to start with --empty.')
  if (!found && demoRefusal && !isEmpty)
    throw new Misconfigured(`${subject} creates no demo data; start with --empty once, which creates one super user${alternative}.`)
  if (!found) await seedFresh(database, options)
  const content = (await seedContent(database)) ?? 'empty'
  if (content === 'demonstration' && demoRefusal)
    throw new Misconfigured(
      `${subject} does not start with the demonstration, whose users share a printed password; choose another folder or database${alternative}.`,
    )
  if (content === 'demonstration') await allowOrigin(database, options.other)
  return { content, isNew: !found }
}

/** Servers may share one database, and only the one that seeded it knows the password. */
export async function isDemoPassword({ kysely }: Database, password: string): Promise<boolean> {
  const first = await kysely.selectFrom('users').select('password_hash').orderBy('user_id').limit(1).executeTakeFirst()
  return matchesHash(password, first?.password_hash)
}
