import { parentPort } from 'node:worker_threads'
import { compileSurface } from './catalogs.mjs'

parentPort.on('message', async ({ number, surface }) => {
  try {
    parentPort.postMessage({ number, result: await compileSurface(surface) })
  } catch (error) {
    parentPort.postMessage({ number, problem: error.stack ?? String(error) })
  }
})
