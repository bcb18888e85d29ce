import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chownSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

/** A PostgreSQL server for the duration of a test. */
export interface PostgresServer {
  readonly url: string
  /** The same through a local socket, which takes less processor time than TCP. */
  readonly socketUrl: string
  /** Kills the server as a crash would, without a shutdown. */
  kill(): Promise<void>
  /** Starts it again on the same files. */
  restart(): Promise<void>
  /** Shuts it down and copies its files to a new folder, from which `startPostgres` can start again. */
  save(folder: string): Promise<void>
  /** Stops it and removes its files. */
  stop(): Promise<void>
}

const home = '/usr/lib/postgresql'
const isRoot = () => process.getuid?.() === 0

function binaries(): string | undefined {
  if (!existsSync(home)) return undefined
  const versions = readdirSync(home).sort((one, other) => Number(other) - Number(one))
  return versions.map((version) => join(home, version, 'bin')).find((folder) => existsSync(join(folder, 'initdb')))
}

function installed(): string {
  if (!binaries() && isRoot()) spawnSync('apt-get', ['install', '-y', 'postgresql'], { stdio: 'ignore' })
  const folder = binaries()
  if (!folder) throw new Error(`No PostgreSQL server is installed below ${home}: install the package "postgresql".`)
  return folder
}

interface UserOfServer {
  readonly uid: number
  readonly gid: number
}
/** The server refuses to run as root: another user then, or undefined when this process is not root. */
const unprivileged = (): UserOfServer | undefined => {
  if (!isRoot()) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

async function isReachable(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  client.on('error', () => undefined)
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}

const ended = (server: ChildProcess) =>
  server.exitCode !== null || server.signalCode !== null
    ? Promise.resolve()
    : new Promise<void>((resolve) => server.once('exit', () => resolve()))

function createCluster(bin: string, data: string, who: UserOfServer | undefined) {
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...who, cwd: dirname(data) },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr ?? made.error?.message}`)
}

/** Copies a saved cluster for the user that the server runs as. */
function copyCluster(from: string, to: string, who: UserOfServer | undefined) {
  cpSync(from, to, { recursive: true })
  if (!who) return
  const { uid, gid } = who
  chownSync(to, uid, gid)
  for (const name of readdirSync(to, { recursive: true, encoding: 'utf8' })) chownSync(join(to, name), uid, gid)
}

/**
 * Starts a server in a temporary folder, on a new cluster or on a copy of a saved one.
 * It syncs as in production unless `settings` change that.
 */
export async function startPostgres(settings: Readonly<Record<string, string>> = {}, saved?: string): Promise<PostgresServer> {
  const bin = installed()
  const who = unprivileged()
  const folder = mkdtempSync(join(tmpdir(), 'placard-postgres-'))
  const port = await freePort()
  if (who) chownSync(folder, who.uid, who.gid)
  const data = join(folder, 'data')
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  if (saved) copyCluster(saved, data, who)
  else createCluster(bin, data, who)
  const all = { listen_addresses: '127.0.0.1', max_connections: '60', ...settings }
  const flags = [
    '-D',
    data,
    '-p',
    String(port),
    '-k',
    folder,
    ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const launch = () => spawn(join(bin, 'postgres'), flags, { ...who, cwd: folder, stdio: 'ignore' })

  /** After a kill the old processes take a moment to end, and a new server refuses to start until then. */
  async function start(): Promise<ChildProcess> {
    for (const until = Date.now() + 30_000; Date.now() < until; ) {
      const server = launch()
      while (server.exitCode === null && Date.now() < until) {
        if (await isReachable(url)) return server
        await pause(30)
      }
    }
    throw new Error('The PostgreSQL server did not start within 30 s.')
  }

  let server = await start()
  const end = async (signal: NodeJS.Signals) => {
    server.kill(signal)
    await ended(server)
  }
  return {
    url,
    socketUrl: `${url}?host=${folder}`,
    kill: () => end('SIGKILL'),
    restart: async () => {
      server = await start()
    },
    save: async (to) => {
      await end('SIGINT')
      cpSync(data, to, { recursive: true })
    },
    stop: async () => {
      await end('SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A server for tests that leave it running: the shared one, or a new one without it. */
export async function commonPostgres(): Promise<Pick<PostgresServer, 'url' | 'stop'>> {
  const url = process.env.TEST_DATABASE_URL
  return url ? { url, stop: async () => undefined } : startPostgres()
}
