import { spawn } from 'node:child_process'

const keptCharacters = 60_000
const running = new Set()

const stop = (child, signal) => {
  try {
    process.kill(-child.pid, signal)
  } catch {
    child.kill(signal)
  }
}

/** Ends every running command and its child processes. */
export const stopAll = () => {
  for (const child of running) stop(child, 'SIGKILL')
}

/** Runs a command in its own process group, ends it after `minutes`, and keeps the end of its output; `echo` prints it as well. */
export function command([program, ...args], { minutes, env = {}, echo = false }) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0', ...env },
    })
    let output = ''
    const keep = (text) => {
      output = (output + text).slice(-keptCharacters)
      if (echo) process.stdout.write(text)
    }
    const finish = (code) => {
      clearTimeout(timer)
      if (!running.delete(child)) return
      stop(child, 'SIGKILL')
      resolve({ isOk: code === 0, output })
    }
    const timer = setTimeout(() => {
      keep(`\nStopped after ${minutes} minutes.`)
      stop(child, 'SIGTERM')
      setTimeout(stop, 5_000, child, 'SIGKILL').unref()
      setTimeout(finish, 6_000, 1).unref()
    }, minutes * 60_000)
    running.add(child)
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', (error) => {
      keep(`${program}: ${error.message}`)
      finish(1)
    })
    child.on('close', finish)
    child.on('exit', (code) => setTimeout(finish, 2_000, code).unref())
  })
}
