import { expect } from '@open-wc/testing'
import { describe, it } from '../support/elements/suite.ts'
import { until } from '../support/elements/page-parts.ts'
import { openPage } from './walk/page.ts'

/** The page of pages/late-token.js, with the values that its script sets. */
interface LatePage {
  readonly askedAfter?: number
  readonly wasDefined: boolean
  readonly heard: readonly string[]
}

describe('late token', () => {
  it("a getToken set later by the page's own module is no error, and is called at once", async () => {
    const { window, document, close } = await openPage('/pages/late-token')
    const page = window as unknown as LatePage // its script sets these
    await until(() => page.askedAfter !== undefined, 'the question for a token')
    expect(page.wasDefined).to.equal(true)
    expect(page.heard.filter((code) => code === 'token_failed')).to.deep.equal([])
    // React alone would delay it for 300 ms, which is 18 frames.
    expect(page.askedAfter).to.be.lessThan(6)
    expect(document.querySelector('ad-report-chart')?.shadowRoot !== null).to.equal(true)
    close()
  })
})
