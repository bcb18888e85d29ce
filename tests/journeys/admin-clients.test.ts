import { test } from 'playwright/test'
import { expect } from '../support/browser/expect.ts'
import { hardToUse } from '../support/browser/axe.ts'
import { signedInto } from '../support/console/people.ts'
import { openPlatform, type PlatformProcess } from '../support/platform/process.ts'

test.describe.configure({ timeout: 120_000 })
let platform: PlatformProcess
test.beforeAll(async () => {
  test.setTimeout(180_000)
  platform = await openPlatform()
})
test.afterAll(() => platform?.clear())

const superUser = 'ines.okonjo@placard.example'
const host = 'inns.localhost'
const button = '#7a1f4b'

test('internal staff makes a client from nothing to its own host name and theme, which its sign-in page shows', async ({ browser }) => {
  const { context, page } = await signedInto(browser, platform, superUser)
  await page.goto(`${platform.origin}/admin/clients`)
  const bar = page.getByRole('region', { name: 'Unsaved changes' })
  const area = (name: string) => page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name, exact: true }).last()
  const notice = (text: string) => page.getByText(text, { exact: true }).first()

  await page.getByRole('button', { name: 'New client' }).press('Enter')
  await page.getByRole('textbox', { name: /^Name/ }).fill('Inns of the North')
  await page.getByRole('textbox', { name: /^Word for one entity/ }).fill('Inn')
  await page.getByRole('textbox', { name: /^Word for several entities/ }).fill('Inns')
  await page.getByRole('button', { name: 'Create client' }).press('Enter')
  await expect(notice('Client created')).toBeVisible()
  await expect(page.getByText('This client is pending')).toBeVisible()
  await page.getByRole('button', { name: 'Confirm client' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm client' }).press('Enter')
  await expect(notice('Client confirmed')).toBeVisible()

  await area('Hosts and frames').press('Enter')
  await page.getByRole('textbox', { name: /^Host name/ }).fill(host)
  await page.getByRole('button', { name: 'Check host name' }).press('Enter')
  await expect(page.getByText('The name leads to this platform')).toBeVisible()
  await page.getByRole('textbox', { name: /^Add an origin/ }).fill('https://inns.example')
  await page.getByRole('button', { name: 'Add origin' }).press('Enter')
  await bar.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(notice('Hosts saved')).toBeVisible()

  await area('Theme').press('Enter')
  await page.getByRole('textbox', { name: /^Button color/ }).fill(button)
  await page.getByRole('textbox', { name: /^Button text color/ }).fill('#ffffff')
  await expect(page.getByRole('row', { name: /^Text on buttons/ })).toContainText('Passes')
  expect(await hardToUse(page)).toEqual([])
  await bar.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(notice('Theme saved')).toBeVisible()

  await area('History').press('Enter')
  await expect(page.getByText('created the client')).toBeVisible()
  await expect(page.getByText('confirmed the client')).toBeVisible()
  await context.close()

  const visitor = await browser.newPage()
  const { port } = new URL(platform.origin)
  await visitor.goto(`http://${host}:${port}/login`)
  const signIn = visitor.getByRole('button', { name: 'Sign in', exact: true })
  await expect(signIn).toBeVisible()
  await expect(signIn).toHaveCSS('background-color', 'rgb(122, 31, 75)')
  const framed = await fetch(`${platform.origin}/embedded/clients/${await clientId()}/reporting`)
  expect(framed.headers.get('content-security-policy')).toContain('frame-ancestors https://inns.example')
  await visitor.close()
})

/** The id of the client that has the host name. */
async function clientId(): Promise<number> {
  const config = await fetch(`${platform.origin}/v1/member_groups/login_config_by_host_name?host_name=${host}`)
  const { result } = (await config.json()) as { result: { member_group_id: number } } // the login configuration
  return result.member_group_id
}
