// Writes row after row and prints each after its commit, until it is killed: every printed row must exist afterwards.
import { sql } from 'kysely'
import { openDatabase } from '../../../demo/platform/database/open.ts'

const [target = '', kind = 'embedded'] = process.argv.slice(2)
const say = (line: string) => process.stdout.write(`${line}\n`)

// A killed server closes the connection, which ends this writer; that is expected.
process.once('uncaughtException', (error) => {
  say(`ended ${error.message}`)
  process.exit(1)
})
// Exits when its parent ends without a signal.
process.stdin.on('end', () => process.exit()).resume()

const database = await openDatabase(kind === 'postgres' ? { url: target } : { dataDir: target })

await sql`create table if not exists ack (n int primary key, filler text not null)`.execute(database.kysely)
await sql`create table if not exists pair (n int primary key)`.execute(database.kysely)
const { rows } = await sql<{ n: number }>`select n from ack order by n`.execute(database.kysely)
const { rows: odd } = await sql<{ n: number }>`select n from ack full join pair using (n) where ack.n is null or pair.n is null`.execute(
  database.kysely,
)
say(`found ${JSON.stringify({ rows: rows.map(({ n }) => n), torn: odd.length })}`)

for (let n = (rows.at(-1)?.n ?? 0) + 1; ; n++) {
  await database.kysely.transaction().execute(async (transaction) => {
    await sql`insert into ack values (${n}, ${'x'.repeat(n % 900)})`.execute(transaction)
    await sql`insert into pair values (${n})`.execute(transaction)
  })
  say(`ack ${n}`)
}
