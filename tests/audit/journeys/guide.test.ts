import { test } from 'playwright/test'
import { expect } from '../../support/browser/expect.ts'
import { errorsOf } from '../../support/browser/opening.ts'
import { demonstration } from '../../support/embedding/guest-journey.ts'
import { guideNames, guideProblems, platformCallsOf } from '../../support/embedding/guide-pages.ts'

const platform = demonstration()

for (const colorScheme of ['light', 'dark'] as const)
  test(`every page of the guide is usable on a phone and on a desktop in ${colorScheme}`, async ({ browser }) => {
    const page = await browser.newPage({ colorScheme })
    const errors = errorsOf(page)
    const calls = platformCallsOf(page)
    const problems: string[] = []
    for (const name of guideNames) problems.push(...(await guideProblems(page, platform(), name, [360, 1440])))
    expect([problems, errors, calls]).toEqual([[], [], []])
    await page.close()
  })
