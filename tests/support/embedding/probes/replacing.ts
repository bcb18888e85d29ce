import type { HostProbe } from './probes.ts'

/** Pages that replace the other partner's frame with their own document; a parent page may do so. */
export const replacing: readonly HostProbe[] = [
  {
    name: 'takes the place of the frame inside before the answer',
    breaks: true,
    async run({ until, inner, pause, self }) {
      const frame = await until(inner)
      frame.location.replace(`${self}/made-for-a-test/listener`)
      await pause(2000)
    },
  },
  {
    name: 'takes the place of the frame inside while it shakes hands',
    breaks: true,
    async run({ until, inner, pause, self }) {
      for (const after of [40, 120, 250, 400]) {
        const frame = await until(inner)
        await pause(after)
        frame.location.replace(`${self}/made-for-a-test/listener?${after}`)
      }
      await pause(1500)
    },
  },
  {
    name: 'takes the place of the frame inside after the answer',
    breaks: true,
    async run({ until, inner, pause, self }) {
      const frame = await until(inner)
      await pause(1800)
      frame.location.replace(`${self}/made-for-a-test/listener`)
      await pause(1200)
    },
  },
  {
    name: 'puts a document without an origin in the place of the frame inside',
    breaks: true,
    async run({ until, inner, pause, self }) {
      const frame = await until(inner)
      await pause(300)
      for (const address of [`${self}/made-for-a-test/sandboxed`, 'about:blank', `${self}/made-for-a-test/sandboxed?again`]) {
        frame.location.replace(address)
        await pause(500)
      }
    },
  },
]
