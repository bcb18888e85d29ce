// Lives a month from a step on, and says each step. Kills itself at the first of the given points that it reaches.
import { writeSync } from 'node:fs'
import { openDatabase } from '../../../demo/platform/database/open.ts'
import { type KillPoint, killPoints, statementPoints } from './kill-points.ts'
import { liveMonth } from './month.ts'

const [url = '', from = '0', ...points] = process.argv.slice(2)
const say = (line: string) => writeSync(1, `${line}\n`)

// Exits when its parent ends without a signal.
process.stdin.on('end', () => process.exit()).resume()

let day = ''
function reach(point: KillPoint) {
  if (!points.includes(point) || day < killPoints[point]) return
  say(`killed ${point}`)
  process.kill(process.pid, 'SIGKILL')
}
function begun(step: number, at: Date) {
  day = at.toISOString().slice(0, 10)
  say(`step ${step}`)
}
const database = await openDatabase({ url })
const kysely = database.kysely.withPlugin(statementPoints(reach))
say(`ended ${JSON.stringify(await liveMonth({ ...database, kysely }, Number(from), { reach, begun }))}`)
process.exit()
