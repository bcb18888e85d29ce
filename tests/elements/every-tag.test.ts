import { expect } from '@open-wc/testing'
import { clearsRemoved, keepsEarly, takesFlags } from './walk/attributes.ts'
import { leavesNothing, weighsNothing } from './walk/dispose.ts'
import { keepsApart, mounts, obeysPolicy, survivesMove } from './walk/life.ts'
import { changesLanguage, changesTheme, isAccessible } from './walk/looks.ts'
import type { Check, Subject } from './walk/page.ts'
import { containsErrors } from './walk/trouble.ts'
import { afterEach, describe, it } from '../support/elements/suite.ts'

const { tags, mounts: count }: { readonly tags: readonly Subject[]; readonly mounts: number } = await (
  await fetch('/tests/declared-tags.json')
).json()

const promises: Readonly<Record<string, Check>> = {
  'waits in its place, then shows content or what is wrong': mounts,
  'is for everybody, in light, in dark and from right to left': isAccessible,
  'keeps a property that is given early': keepsEarly,
  'takes a bare flag for true': takesFlags,
  'clears what a removed attribute gave': clearsRemoved,
  'obeys a strict policy': obeysPolicy,
  [`leaves nothing after ${count} mounts`]: leavesNothing(count),
  [`leaves nothing after ${count} mounts by the page's own script`]: leavesNothing(count, 'script'),
  [`is not heavier after ${count} mounts`]: weighsNothing(count),
}
/** Not for ad-frame: browsers reload a frame that moves, and its page sets its own language and theme. */
const ofSurfaces = {
  'is not drawn anew when it moves': survivesMove,
  'changes its language where it stands': changesLanguage,
  'changes its theme where it stands': changesTheme,
  'does not know its neighbour': keepsApart,
  'keeps an error to itself': containsErrors,
}

for (const subject of tags)
  describe(subject.tag, () => {
    afterEach(() => document.body.replaceChildren())
    for (const [promise, check] of Object.entries({ ...promises, ...(subject.isSurface && ofSurfaces) }))
      it(promise, async () => {
        expect(await check(subject)).to.deep.equal([])
      }).timeout(60_000 + count * 2000)

    it('names its events as past facts with our prefix', () => {
      expect(subject.events.filter((name) => !/^ad-[a-z-]+$/.test(name))).to.deep.equal([])
    })
  })
