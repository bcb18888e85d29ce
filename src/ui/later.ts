import { lazy } from 'react'

/** By then the first picture is there and what it asked for has come. */
export const settled = 4000
/** How long before what could not be fetched is asked for again; after the last one it has failed. */
const waits = [1000, 2000, 4000, 8000]

const waiting: (() => Promise<unknown>)[] = []

/** One after the other: nobody waits for what they have not asked for. What fails is asked for again when it is shown. */
function fetchNext() {
  void waiting
    .shift()?.()
    .catch(() => undefined)
    .then(fetchNext)
}

const online = () => new Promise<void>((resolve) => addEventListener('online', () => resolve(), { once: true }))

/** Asks again for what did not come: as soon as there is a network, and a few times where there is one. */
async function patiently<Loaded>(load: () => Promise<Loaded>, left = waits): Promise<Loaded> {
  try {
    return await load()
  } catch (error) {
    const [wait, ...others] = left
    if (wait === undefined) throw error
    if (navigator.onLine === false) await online()
    else await new Promise((resolve) => setTimeout(resolve, wait))
    return patiently(load, navigator.onLine === false ? left : others)
  }
}

/** A part whose code comes when it is shown, or before that once the page is still: it opens at once then, without a network too. */
export const later: typeof lazy = (load) => {
  if (waiting.push(load) === 1) setTimeout(fetchNext, settled)
  return lazy(() => patiently(load))
}

/** Something of the first picture that can wait: asked for when there is something on the screen, or at once where nobody looks. */
export const afterPaint = () =>
  new Promise<void>((resolve) => {
    if (document.hidden) resolve()
    else requestAnimationFrame(() => setTimeout(resolve))
  })
