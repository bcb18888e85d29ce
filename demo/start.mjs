// `npm start`: installs, builds and starts. Plain JavaScript without dependencies, because none may be installed yet.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installArguments, installWithoutTests, isInstalled } from './packages.mjs'

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
  if (isInstalled(root, { withTests: false })) return
  // npm removes installed packages that it is not asked for, so only a first install leaves out those of the tests.
  const isFirst = !existsSync(inRoot('node_modules'))
  run('Installing what it needs. This takes a minute.', 'npm', isFirst ? installWithoutTests : installArguments)
}

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((file) => statSync(file).isFile())
    .sort()

function hashOfSources() {
  const folders = [['src'], ['elements'], ['locales'], ['demo', 'examples']].flatMap((parts) => filesBelow(inRoot(...parts)))
  const hash = createHash('sha256')
  for (const file of [...folders, inRoot('rollup.config.mjs'), inRoot('package-lock.json')])
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file))
  return hash.digest('hex')
}

const mark = inRoot('dist', '.built')
const bundlerFile = inRoot('node_modules', 'rollup', 'dist', 'bin', 'rollup')

/** Builds the bundle unless these sources are built already. `problem` resolves to an error text, or to undefined on success. */
function build() {
  const sources = hashOfSources()
  if (existsSync(mark) && readFileSync(mark, 'utf8') === sources) return { isNeeded: false }
  say('Building the bundle.')
  const bundler = spawn(process.execPath, [bundlerFile, '-c', '--silent'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [bundler.stdout, bundler.stderr]) stream.on('data', (text) => (said += text))
  const problem = new Promise((resolve) => {
    bundler.on('error', ({ message }) => resolve(message))
    bundler.on('close', (code) => {
      if (code === 0) writeFileSync(mark, sources)
      resolve(code === 0 ? undefined : said || 'The bundler ended early.')
    })
  })
  return { isNeeded: true, problem, stop: () => bundler.kill() }
}

/** Spawns a child in the same terminal and forwards signals to it. */
function accompany(args, { env = process.env, stdio = 'inherit' } = {}) {
  const child = spawn(process.execPath, args, { cwd: root, stdio, env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
  return child
}

/** The file to run, compiled from the current sources, and how Node runs it. */
async function platformProgram() {
  const { compiled } = await import('./platform/compile.mjs')
  const [main] = await compiled('demo/main.ts')
  return ['--enable-source-maps', main, ...passed]
}

const endWith = (code, signal) => process.exit(code ?? 128 + constants.signals[signal])

/** The platform fills its database while the bundle is built, and opens when both are ready. */
async function start() {
  const program = await platformProgram()
  const { isNeeded, problem, stop } = build()
  const env = { ...process.env, ...(isNeeded && { PLACARD_BUILDING: '1' }) }
  const stdio = ['inherit', 'inherit', 'inherit', ...(isNeeded ? ['ipc'] : [])]
  const platform = accompany(program, { env, stdio })
  platform.on('exit', (code, signal) => {
    stop?.()
    endWith(code, signal)
  })
  problem?.then((text) => {
    if (text === undefined) return platform.connected && platform.send('built')
    platform.removeAllListeners('exit')
    platform.kill()
    refuse(`${text}\nThat did not work: Building the bundle.`)
  })
}

/** The bundler and the platform each restart when their sources change. A watch build is no release, so the next start builds one. */
async function startWatched() {
  if (!existsSync(inRoot('dist', 'integrity.json'))) {
    const text = await build().problem
    if (text !== undefined) refuse(`${text}\nThat did not work: Building the bundle.`)
  }
  rmSync(mark, { force: true })
  const bundler = accompany([inRoot('elements', 'build', 'develop.mjs')])
  const watched = [`--watch-path=${inRoot('demo')}`, `--watch-path=${inRoot('src', 'contract')}`, '--watch-preserve-output']
  const env = { ...process.env, PLACARD_WATCH: '1' }
  const platform = accompany([...watched, '--import', 'tsx', inRoot('demo', 'main.ts'), ...passed], { env })
  platform.on('exit', (code, signal) => {
    bundler.kill()
    endWith(code, signal)
  })
}

install()
if (passed.includes('--help')) accompany(await platformProgram()).on('exit', endWith)
else if (isWatched) await startWatched()
else await start()
