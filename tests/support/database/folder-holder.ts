// Locks the data folder, prints the result, and holds the lock until its input ends.
import { lockFolder } from '../../../demo/platform/database/folder-lock.ts'

const [folder = ''] = process.argv.slice(2)
const result = await lockFolder(folder).then(
  () => 'held',
  (error: Error) => error.message,
)
process.stdout.write(`${result}\n`)
process.stdin.on('end', () => process.exit()).resume()
