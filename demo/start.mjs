// `npm start`: installs, builds and starts. Plain JavaScript without a dependency, because none may be there yet.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const inRoot = (...parts) => join(root, ...parts)
const say = (text) => process.stdout.write(`${text}\n`)
const refuse = (text) => {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) refuse(`Node ${process.versions.node} is too old for Placard. Install Node 20.19 or newer.`)

const words = process.argv.slice(2)
const isWatched = words.includes('--watch')
const passed = words.filter((word) => word !== '--watch')

function run(title, command, args) {
  say(title)
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' })
  if (status !== 0) refuse(`${stdout ?? ''}${stderr ?? ''}\n${title} That did not work; what it said is above.`)
}

/** The mark that says for which lock file or sources something was made. */
const isMade = (mark, of) => existsSync(mark) && readFileSync(mark, 'utf8') === of
const hashOf = (files) => {
  const hash = createHash('sha256')
  for (const file of files) hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}
const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((file) => statSync(file).isFile())
    .sort()

function install() {
  const mark = inRoot('node_modules', '.placard')
  const lock = hashOf([inRoot('package-lock.json')])
  if (isMade(mark, lock)) return
  run('Installing what it needs. This takes a minute.', 'npm', ['install', '--no-save', '--no-audit', '--no-fund'])
  writeFileSync(mark, lock)
}

function build() {
  const mark = inRoot('dist', '.built')
  const sources = hashOf([
    ...['src', 'elements', 'locales'].flatMap((name) => filesBelow(inRoot(name))),
    inRoot('rollup.config.mjs'),
    inRoot('package-lock.json'),
  ])
  if (isMade(mark, sources)) return
  run('Building the bundle.', 'npx', ['rollup', '-c', '--silent'])
  writeFileSync(mark, sources)
}

function start() {
  const watch = isWatched ? ['--watch-path', inRoot('demo', 'platform'), '--watch-path', inRoot('src', 'contract')] : []
  const env = { ...process.env, ...(isWatched && { PLACARD_WATCH: '1' }) }
  const platform = spawn(process.execPath, [...watch, '--import', 'tsx', inRoot('demo', 'main.ts'), ...passed], {
    cwd: root,
    stdio: 'inherit',
    env,
  })
  const bundler = isWatched ? spawn('npx', ['rollup', '-c', '--watch', '--silent'], { cwd: root, stdio: 'inherit' }) : undefined
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => {
      bundler?.kill(signal)
      // A terminal has told the whole group already; a lone signal has to be passed on.
      if (signal === 'SIGTERM' || !process.stdin.isTTY) platform.kill(signal)
    })
  platform.on('exit', (code) => {
    bundler?.kill()
    process.exit(code ?? 0)
  })
}

if (!words.includes('--help')) {
  install()
  build()
} else if (!existsSync(inRoot('node_modules'))) install()
start()
