import { expect } from '@open-wc/testing'
import { clearsRemovedAttributes, keepsEarlyProperties, readsFlags } from './tag-checks/attributes.ts'
import { leavesNothing, leaksNoMemory } from './tag-checks/dispose.ts'
import { isIndependent, keepsNodesWhenMoved, showsContent, worksUnderStrictPolicy } from './tag-checks/life.ts'
import { changesLanguage, changesTheme, isAccessible } from './tag-checks/looks.ts'
import type { Check, Subject } from './tag-checks/page.ts'
import { containsErrors } from './tag-checks/trouble.ts'
import { describe, it } from '../support/elements/suite.ts'

type Checks = Readonly<Record<string, Check>>

const { tags, mountCount }: { readonly tags: readonly Subject[]; readonly mountCount: number } = await (
  await fetch('/tests/declared-tags.json')
).json()

const checks: Checks = {
  'reserves its space, then shows content or an error': showsContent,
  'is accessible in the light and dark themes and from right to left': isAccessible,
  'keeps a property that was set before its code loads': keepsEarlyProperties,
  'reads an attribute without a value as true': readsFlags,
  'clears a property when its attribute is removed': clearsRemovedAttributes,
  'works under a strict CSP with Trusted Types': worksUnderStrictPolicy,
  [`leaves no nodes, timers or listeners after ${mountCount} mounts`]: leavesNothing(mountCount),
}
/** These take long and depend little on the tag: the audit has them for all tags, with more mounts, and `npm test` for one. */
const longChecks: Checks = {
  [`leaks no memory in ${mountCount} mounts`]: leaksNoMemory(mountCount),
}
const longLoaderChecks: Checks = {
  [`leaves no nodes, timers or listeners after ${mountCount} mounts when the loader defines the tag`]: leavesNothing(mountCount, 'script'),
}
/** Not for ad-frame: browsers reload a frame that moves, and its page sets its own language and theme. */
const surfaceChecks: Checks = {
  'keeps its nodes when it is moved in the page': keepsNodesWhenMoved,
  'changes its language without being re-created': changesLanguage,
  'changes its theme without being re-created': changesTheme,
  'is independent of another element with another language': isIndependent,
  'shows its own error, and other elements keep working': containsErrors,
}

const isInAudit = mountCount >= 100
const sampleTag = 'ad-campaigns'
const checksOf = ({ tag, script, entry, isSurface }: Subject): Checks => {
  const isLong = isInAudit || tag === sampleTag
  const isInLoader = script !== entry
  return { ...checks, ...(isLong && longChecks), ...(isLong && isInLoader && longLoaderChecks), ...(isSurface && surfaceChecks) }
}

for (const subject of tags)
  describe(subject.tag, () => {
    for (const [title, check] of Object.entries(checksOf(subject)))
      it(title, async () => {
        expect(await check(subject)).to.deep.equal([])
      }).timeout(60_000 + mountCount * 2000)

    it('has names of events that start with ad-', () => {
      expect(subject.events.filter((name) => !/^ad-[a-z-]+$/.test(name))).to.deep.equal([])
    })
  })
