import { expect } from '@open-wc/testing'
import { describe, it } from '../support/elements/suite.ts'
import { until } from '../support/elements/page-parts.ts'
import { openPage } from './tag-checks/page.ts'

/** The window of the page `latePage` in web-test-runner.config.mjs. */
interface LatePage {
  /** Animation frames between setting getToken and its first call; set by pages/late-token.js. */
  readonly framesUntilAsked?: number
  /** Whether the tag was defined before getToken was set; set by pages/late-token.js. */
  readonly wasDefinedBeforeGetToken: boolean
  /** Codes of the ad-error events; set by pages/hear-errors.js. */
  readonly errorCodes: readonly string[]
}

describe('late token', () => {
  it("a getToken set later by the page's own module is no error, and is called at once", async () => {
    const { window, document, close } = await openPage('/pages/late-token')
    const page = window as unknown as LatePage // its two scripts set these
    await until(() => page.framesUntilAsked !== undefined, 'the call of getToken')
    expect(page.wasDefinedBeforeGetToken).to.equal(true)
    expect(page.errorCodes.filter((code) => code === 'token_failed')).to.deep.equal([])
    // React shows a fallback for at least 300 ms, which is 18 frames. The call must not wait for that.
    expect(page.framesUntilAsked).to.be.lessThan(6)
    expect(document.querySelector('ad-report-chart')?.shadowRoot !== null).to.equal(true)
    close()
  })
})
