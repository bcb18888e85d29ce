// Delivers minute after minute, as quickly as it can, and says after each what the books hold, until it is killed.
import { openDatabase } from '../../demo/platform/database/open.ts'
import { booksSaid, deliveryBy, through } from './delivery-ground.ts'

const [target = '', kind = 'embedded'] = process.argv.slice(2)
const say = (line: string) => process.stdout.write(`${line}\n`)

// Whoever started it may end without a word.
process.stdin.on('end', () => process.exit()).resume()

const database = await openDatabase(kind === 'postgres' ? { url: target } : { dataDir: target })
say(`found ${await booksSaid(database)}`)
const delivery = deliveryBy(database, await through(database))
// Whoever was not delivered when the last one was killed is so now.
await delivery.pass(0)
for (;;) {
  await delivery.pass()
  say(`wrote ${await booksSaid(database)}`)
}
