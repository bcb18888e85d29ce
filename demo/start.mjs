// `npm start`: installs, builds and starts. Plain JavaScript without a dependency, because none may be there yet.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installArguments, isInstalled } from './packages.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const inRoot = (...parts) => join(root, ...parts)
const say = (text) => process.stdout.write(`${text}\n`)
const refuse = (text) => {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) refuse(`Node ${process.versions.node} is too old for Placard; install Node 20.19 or newer.`)

const words = process.argv.slice(2)
const isWatched = words.includes('--watch')
const passed = words.filter((word) => word !== '--watch')
const onWindows = process.platform === 'win32'

function run(title, command, args) {
  say(title)
  const { status, signal, error, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8', shell: onWindows })
  if (signal) process.exit(128 + constants.signals[signal])
  if (status !== 0) refuse(`${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}\nThat did not work: ${title}`)
}

function install() {
  if (!isInstalled(root)) run('Installing what it needs. This takes a minute.', 'npm', installArguments)
}

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((file) => statSync(file).isFile())
    .sort()

function hashOfSources() {
  const folders = ['src', 'elements', 'locales'].flatMap((name) => filesBelow(inRoot(name)))
  const hash = createHash('sha256')
  for (const file of [...folders, inRoot('rollup.config.mjs'), inRoot('package-lock.json')])
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file))
  return hash.digest('hex')
}

function build() {
  const mark = inRoot('dist', '.built')
  const sources = hashOfSources()
  if (existsSync(mark) && readFileSync(mark, 'utf8') === sources) return
  run('Building the bundle.', process.execPath, [inRoot('node_modules', 'rollup', 'dist', 'bin', 'rollup'), '-c', '--silent'])
  writeFileSync(mark, sources)
}

/** Runs in the same terminal, and hears of every signal. */
function accompany(args, env = process.env) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
  return child
}

function start() {
  const watched = isWatched
    ? [`--watch-path=${inRoot('demo')}`, `--watch-path=${inRoot('src', 'contract')}`, '--watch-preserve-output']
    : []
  const env = { ...process.env, ...(isWatched && { PLACARD_WATCH: '1' }) }
  const bundler = isWatched
    ? accompany([inRoot('node_modules', 'rollup', 'dist', 'bin', 'rollup'), '-c', '--watch', '--silent'])
    : undefined
  const platform = accompany([...watched, '--import', 'tsx', inRoot('demo', 'main.ts'), ...passed], env)
  platform.on('exit', (code, signal) => {
    bundler?.kill()
    process.exit(code ?? 128 + constants.signals[signal])
  })
}

install()
if (!passed.includes('--help')) build()
start()
