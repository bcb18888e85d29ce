// Delivers minute after minute without pause and prints the books after each, until it is killed.
import { openDatabase } from '../../../demo/platform/database/open.ts'
import { booksAsText, deliveryBy, through } from './delivery-world.ts'

const [target = '', kind = 'embedded'] = process.argv.slice(2)
const say = (line: string) => process.stdout.write(`${line}\n`)

// Exits when its parent ends without a signal.
process.stdin.on('end', () => process.exit()).resume()

const database = await openDatabase(kind === 'postgres' ? { url: target } : { dataDir: target })
say(`found ${await booksAsText(database)}`)
const delivery = deliveryBy(database, await through(database))
// Delivers whatever was missing when the previous process was killed.
await delivery.pass(0)
for (;;) {
  await delivery.pass()
  say(`wrote ${await booksAsText(database)}`)
}
