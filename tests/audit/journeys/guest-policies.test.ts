import { test } from 'playwright/test'
import { expect } from '../../support/browser/expect.ts'
import {
  strictestPolicy,
  fixedTokenScript,
  nonce,
  integrityPolicy,
  scriptsWithIntegrity,
  errorsAndViolationsOf,
  withErrorsHeard,
  trustedTypesPolicy,
  usualScripts,
  expectWorkingUnder,
} from '../../support/embedding/page-policies.ts'
import { demonstration } from '../../support/embedding/guest-journey.ts'
import { openHostPage } from '../../support/embedding/host-page.ts'
import { guestMarkup, guestReady, guestScriptWith, guestTags } from '../../support/embedding/guest-subjects.ts'
import { tokenJson } from '../../support/identity/person-token.ts'

const platform = demonstration()

const api = () => platform().origin
const policies: Readonly<Record<string, () => string>> = {
  'only scripts of the page and of the bundle': () => `script-src 'self' ${api()}`,
  'no inline style': () => "style-src 'self'",
  'connections only to the platform': () => `connect-src ${api()}`,
  'trusted types, with one policy': () => trustedTypesPolicy,
  'a nonce, and the scripts that it loads': () => `script-src 'nonce-${nonce}' 'strict-dynamic'`,
}

for (const [name, policy] of Object.entries(policies))
  test(`a chart and a notice work under the policy "${name}", without violations`, async ({ page }) =>
    expectWorkingUnder(
      page,
      platform(),
      { 'Content-Security-Policy': policy() },
      usualScripts(platform(), ` nonce="${nonce}"`),
      await fixedTokenScript(platform()),
    ))

test('a chart and a notice work with the integrity hash of every file, without violations', async ({ page }) =>
  expectWorkingUnder(page, platform(), integrityPolicy, await scriptsWithIntegrity(platform())))

for (const tag of guestTags)
  test(`${tag} is ready under all strict policies, without violations`, async ({ page }) => {
    const errors = await errorsAndViolationsOf(page)
    // A user's token, because a partner's token does not cover everything that the console shows.
    const pageScript = guestScriptWith(`(${await tokenJson(platform(), 'dana.whitfield@harborline.example')})`)
    await openHostPage(page, platform(), {
      body: guestMarkup(tag, platform().origin),
      pageScript,
      scripts: usualScripts(platform(), ` nonce="${nonce}"`),
      headers: { 'Content-Security-Policy': strictestPolicy(platform()) },
    })
    await withErrorsHeard(errors, guestReady(page, tag))
    expect(errors).toEqual([])
  })
