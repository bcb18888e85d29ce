import { lazy } from 'react'

/** By then the first picture is there and what it asked for has come. */
const settled = 4000

const waiting: (() => Promise<unknown>)[] = []

/** One after the other: nobody waits for what they have not asked for. What fails is asked for again when it is shown. */
function fetchNext() {
  void waiting
    .shift()?.()
    .catch(() => undefined)
    .then(fetchNext)
}

/** A part whose code comes when it is shown, or before that once the page is still: it opens at once then, without a network too. */
export const later: typeof lazy = (load) => {
  if (waiting.push(load) === 1) setTimeout(fetchNext, settled)
  return lazy(load)
}

/** Something of the first picture that can wait: asked for when there is something on the screen, or at once where nobody looks. */
export const afterPaint = () =>
  new Promise<void>((resolve) => {
    if (document.hidden) resolve()
    else requestAnimationFrame(() => setTimeout(resolve))
  })
