import { test } from 'playwright/test'
import { expect } from '../../support/browser/expect.ts'
import { type DevProcess, startDev } from '../../support/build/dev-process.ts'

const component = 'src/surfaces/sign-in/login/login.tsx'
const sentence = 'Forgot your password?'

let dev: DevProcess
test.beforeAll(async () => {
  dev = await startDev()
})
test.afterAll(() => dev?.end())

test('npm run dev serves a changed component, prints a syntax error, and recovers with the next valid save', async ({ page }) => {
  const before = dev.read(component)
  const saved = (text: string) => before.replace(sentence, text)
  const shown = (text: string) => page.getByText(text, { exact: true })
  await page.goto(`${dev.origin}/login`)
  await expect(shown(sentence)).toBeVisible()

  // The page reloads by itself.
  dev.save(component, saved('Lost your password?'))
  await expect(shown('Lost your password?')).toBeVisible()

  const printed = dev.output().length
  dev.save(component, `${saved('Never shown')}\nexport const broken = (\n`)
  await expect.poll(() => dev.output().slice(printed)).toContain(component)
  expect(dev.output().slice(printed)).toContain('ERROR')
  expect(dev.isRunning()).toBe(true)
  await page.reload()
  await expect(shown('Lost your password?')).toBeVisible()

  dev.save(component, saved('No password at hand?'))
  await expect(shown('No password at hand?')).toBeVisible()
  dev.save(component, before)
  await expect(shown(sentence)).toBeVisible()
  expect(dev.isRunning()).toBe(true)
})
