import 'axe-core/axe.min.js'
import type axeCore from 'axe-core'

declare global {
  interface Window {
    readonly axe: typeof axeCore
  }
}

// The page around the element belongs to the host: only it has a first heading and landmarks.
const rules = { region: { enabled: false }, 'page-has-heading-one': { enabled: false }, 'landmark-one-main': { enabled: false } }

const rootsIn = (root: Document | ShadowRoot): readonly (Document | ShadowRoot)[] => [
  root,
  ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? rootsIn(shadowRoot) : [])),
]
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
const ends = ({ playState, effect }: Animation) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
const moving = () =>
  rootsIn(document)
    .flatMap((root) => root.getAnimations())
    .filter(ends)

/** Waits for every finite animation, because colours in a transition must not be judged. */
async function still() {
  for (let round = 0; round < 20; round += 1) {
    await nextFrame()
    await nextFrame()
    if (moving().length === 0) return
    await Promise.allSettled(moving().map(({ finished }) => finished))
  }
}

/** The axe rules that an element breaks, each with its targets. */
export async function hardToUse(element: Element): Promise<string[]> {
  await still()
  const { violations } = await window.axe.run(element, { rules, resultTypes: ['violations'] })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.flat().join(' ')}`))
}
