import { test } from 'playwright/test'
import { expect, judge } from '../support/browser/expect.ts'

/** Long enough for a page without a platform. */
const limitMs = 500

test('assertions that wait first fail on a missing element, on several elements and on a wrong state', async ({ page }) => {
  await page.setContent('<button>Save</button><button>Save</button><p>Saved</p>')
  const passes = async (role: 'button' | 'paragraph' | 'link', matcher: string, isNot = false, args: readonly unknown[] = []) =>
    judge(page.getByRole(role), { matcher, isNot, args }, limitMs).then(
      () => true,
      () => false,
    )
  expect(await passes('paragraph', 'toBeVisible')).toBe(true)
  expect(await passes('paragraph', 'toHaveText', false, ['Saved'])).toBe(true)
  expect(await passes('link', 'toBeVisible', true)).toBe(true)
  expect(await passes('link', 'toBeVisible')).toBe(false)
  expect(await passes('button', 'toBeVisible')).toBe(false)
  expect(await passes('button', 'toBeAttached')).toBe(false)
  expect(await passes('paragraph', 'toBeVisible', true)).toBe(false)
  expect(await passes('paragraph', 'toBeVisible', false, [{ visible: false }])).toBe(false)
  expect(await passes('paragraph', 'toBeHidden')).toBe(false)
  expect(await passes('paragraph', 'toHaveText', false, ['Lost'])).toBe(false)
  expect(await passes('paragraph', 'toHaveText', true, ['Saved'])).toBe(false)
})
