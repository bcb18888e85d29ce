import { expect } from '@open-wc/testing'
import { until } from './page-parts.js'
import { openPage } from './walk/page.js'

describe('late token', () => {
  it('late token: a getToken from the page’s own module is no error, and is asked for at once', async () => {
    const { window, document, close } = await openPage('/pages/late-token')
    await until(() => window.askedAfter !== undefined, 'the question for a token')
    expect(window.wasDefined).to.equal(true)
    expect(window.heard.filter((code) => code === 'token_failed')).to.deep.equal([])
    // React alone would hold it back for 300 ms, which is 18 frames.
    expect(window.askedAfter).to.be.lessThan(6)
    expect(document.querySelector('ad-report-chart').shadowRoot).to.not.equal(null)
    close()
  })
})
