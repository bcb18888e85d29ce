import { test } from 'playwright/test'
import { expectPageUnchanged, expectUnaffectedByPage } from '../../support/embedding/hostile-styles.ts'
import { demonstration } from '../../support/embedding/guest-journey.ts'
import { guestTags } from '../../support/embedding/guest-subjects.ts'

const platform = demonstration()

for (const tag of guestTags)
  test(`no style of the page affects ${tag}`, async ({ page }) => {
    test.setTimeout(180_000)
    await expectUnaffectedByPage(page, platform(), tag)
  })

test('no style of an element affects the page', ({ page }) => expectPageUnchanged(page, platform(), guestTags))
