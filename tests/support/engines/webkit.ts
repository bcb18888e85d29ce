import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type Driver, type EnginePage, pageOf } from './engine.ts'
import { type HearingProxy, openHearingProxy } from './hearing-proxy.ts'
import { findWebKit } from './install.mjs'

const startMs = 30_000

/** A message bus that starts no services: one of them mounts a file system in the folder of the browser and outlives it. */
const busConfig = `<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*"/>
    <allow receive_sender="*"/>
    <allow own="*"/>
  </policy>
</busconfig>
`

/** A free port. */
const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** Starts a program in its own process group. */
function startGroup(words: readonly string[], env: NodeJS.ProcessEnv, stdio: ('ignore' | 'pipe')[]) {
  const [program = '', ...rest] = words
  const child = spawn(program, rest, { env, stdio, detached: true })
  const end = () =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.pid === undefined) return resolve()
      child.once('exit', () => resolve())
      process.kill(-child.pid, 'SIGTERM')
    })
  return { child, end }
}

/** Starts a virtual screen; resolves to its number once it accepts windows. */
async function startScreen() {
  const { child, end } = startGroup(['Xvfb', '-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], process.env, [
    'ignore',
    'ignore',
    'ignore',
    'pipe',
  ])
  const numbers = child.stdio[3] as Readable // the fourth one is a pipe
  const display = await new Promise<string>((resolve, reject) => {
    numbers.once('data', (data) => resolve(`:${String(data).trim()}`))
    child.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)))
  })
  return { display, end }
}

/** The value of a WebDriver response; an error response throws. */
async function command(origin: string, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${origin}${path}`, {
    method,
    ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  })
  const { value } = (await response.json()) as { value: unknown } // the shape of every response
  if (!response.ok) throw new Error(`WebKit: ${JSON.stringify(value)}`)
  return value
}

async function started(origin: string, child: ChildProcess) {
  for (const end = Date.now() + startMs; ; ) {
    const isReady = await command(origin, 'GET', '/status').then(
      () => true,
      () => false,
    )
    if (isReady) return
    if (child.exitCode !== null || Date.now() > end) throw new Error('WebKitWebDriver did not start')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Opens WebKitGTK over WebDriver, with its own screen and message bus. */
export async function openWebKit(): Promise<EnginePage> {
  const program = findWebKit()
  if (!program) throw new Error('There is no WebKitGTK; install webkit2gtk-driver, xvfb and dbus')
  const folder = mkdtempSync(join(tmpdir(), 'placard-webkit-'))
  const screen = await startScreen()
  const proxy = await openHearingProxy()
  const port = await freePort()
  const env = {
    ...process.env,
    DISPLAY: screen.display,
    // A system locale that is no language tag: navigator.language is "C".
    LANG: 'C.UTF-8',
    LC_ALL: 'C.UTF-8',
    // Renders without a graphics card.
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    LIBGL_ALWAYS_SOFTWARE: '1',
    GTK_USE_PORTAL: '0',
    NO_AT_BRIDGE: '1',
    HOME: folder,
    XDG_CACHE_HOME: join(folder, 'cache'),
    XDG_DATA_HOME: join(folder, 'data'),
    XDG_RUNTIME_DIR: folder,
  }
  const busFile = join(folder, 'bus.conf')
  writeFileSync(busFile, busConfig)
  const driving = startGroup(['dbus-run-session', `--config-file=${busFile}`, '--', program, `--port=${port}`], env, [
    'ignore',
    'ignore',
    'ignore',
  ])
  const origin = `http://127.0.0.1:${port}`
  const endAll = async () => {
    await driving.end()
    await screen.end()
    await proxy.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
  try {
    await started(origin, driving.child)
    // Without a graphics card the load event never comes, so nothing waits for it.
    const through = { proxyType: 'manual', httpProxy: `127.0.0.1:${proxy.port}` }
    const capabilities = { alwaysMatch: { pageLoadStrategy: 'none', proxy: through } }
    const session = (await command(origin, 'POST', '/session', { capabilities })) as { sessionId: string } // the response to a new session
    const path = `/session/${session.sessionId}`
    await command(origin, 'POST', `${path}/window/rect`, { width: 1280, height: 1000 })
    return pageOf(driverOf(origin, path, proxy, endAll))
  } catch (error) {
    await endAll()
    throw error
  }
}

function driverOf(origin: string, session: string, proxy: HearingProxy, endAll: () => Promise<void>): Driver {
  const run = async (expression: string) => {
    const script = `const done = arguments[arguments.length - 1];
      Promise.resolve(${expression}).then((value) => done({ value }), (error) => done({ error: String(error) }))`
    const response = (await command(origin, 'POST', `${session}/execute/async`, { script, args: [] })) as { value?: string; error?: string } // what the script gives
    if (response.error !== undefined) throw new Error(response.error)
    return response.value ?? null
  }
  return {
    name: 'webkit',
    run,
    open: async (url) => {
      // The previous page stays until the next one loads; a flag tells them apart.
      await run(`(window.engineLeft = true, '')`)
      await command(origin, 'POST', `${session}/url`, { url })
      for (const end = Date.now() + startMs; ; ) {
        if (await run(`(window.engineLeft ? '' : 'yes')`).catch(() => '')) return
        if (Date.now() > end) throw new Error(`WebKit: ${url} did not open`)
      }
    },
    noted: proxy.noted,
    close: async () => {
      await command(origin, 'DELETE', session).catch(() => undefined) // the rest ends with the group
      await endAll()
    },
  }
}
