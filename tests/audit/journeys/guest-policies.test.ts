import { test } from 'playwright/test'
import { expect } from '../../support/browser/expect.ts'
import {
  everything,
  fixedTokenScript,
  nonce,
  proven,
  provenScripts,
  refusalsOf,
  saying,
  trusted,
  usualScripts,
  worksUnder,
} from '../../support/embedding/page-policies.ts'
import { demonstration } from '../../support/embedding/guest-journey.ts'
import { openGuestPage } from '../../support/embedding/guest-page.ts'
import { guestMarkup, guestReady, guestScriptWith, guestTags } from '../../support/embedding/guest-subjects.ts'
import { tokenJson } from '../../support/identity/person-token.ts'

const platform = demonstration()

const api = () => platform().origin
const policies: Readonly<Record<string, () => string>> = {
  'scripts of the page and of the bundle alone': () => `script-src 'self' ${api()}`,
  'no inline style': () => "style-src 'self'",
  'the platform alone to talk to': () => `connect-src ${api()}`,
  'trusted types, and one policy of them': () => trusted,
  'a nonce, and what comes of it': () => `script-src 'nonce-${nonce}' 'strict-dynamic'`,
}

for (const [name, policy] of Object.entries(policies))
  test(`everything works under the policy "${name}", without violations`, async ({ page }) =>
    worksUnder(
      page,
      platform(),
      { 'Content-Security-Policy': policy() },
      usualScripts(platform(), ` nonce="${nonce}"`),
      await fixedTokenScript(platform()),
    ))

test('everything works with the integrity hash of every file, without violations', async ({ page }) =>
  worksUnder(page, platform(), proven, await provenScripts(platform())))

for (const tag of guestTags)
  test(`${tag} is ready under all strict policies, without violations`, async ({ page }) => {
    const heard = await refusalsOf(page)
    // A user's token, because a partner's token does not cover everything that the console shows.
    const own = guestScriptWith(`(${await tokenJson(platform(), 'dana.whitfield@harborline.example')})`)
    await openGuestPage(page, platform(), {
      body: guestMarkup(tag, platform().origin),
      own,
      scripts: usualScripts(platform(), ` nonce="${nonce}"`),
      headers: { 'Content-Security-Policy': everything(platform()) },
    })
    await saying(heard, guestReady(page, tag))
    expect(heard).toEqual([])
  })
