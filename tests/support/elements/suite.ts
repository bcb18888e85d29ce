type Body = () => void | Promise<void>

interface Limited {
  /** Allows more time than a test usually has. */
  timeout(milliseconds: number): void
}

interface Suite {
  describe(name: string, body: () => void): void
  it(name: string, body: Body): Limited
  before(body: Body): void
  beforeEach(body: Body): void
  afterEach(body: Body): void
}

/** The words of the test framework, which puts them into the page before it loads a test. */
export const { describe, it, before, beforeEach, afterEach } = globalThis as unknown as Suite // it brings no types
