type Body = () => void | Promise<void>

interface Limited {
  /** Raises the test's timeout. */
  timeout(milliseconds: number): void
}

interface Suite {
  describe(name: string, body: () => void): void
  it(name: string, body: Body): Limited
  before(body: Body): void
  beforeEach(body: Body): void
  afterEach(body: Body): void
}

/** The globals of the test framework, which it defines before it loads a test. */
export const { describe, it, before, beforeEach, afterEach } = globalThis as unknown as Suite // it has no types
