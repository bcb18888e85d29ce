import type { IncomingMessage, ServerResponse } from 'node:http'
import { placeholderOrigin, serveFile, type PartnerServerOptions, sendPartnerToken } from './partner-server.ts'
import { portalVisitor } from './portal-server.ts'
import { shopVisitor } from './shop-server.ts'

/** Serves the playground, tokens for it, and the files of the inspector, a panel on all partner pages that shows messages and events. */
export const playgroundListener = (options: PartnerServerOptions) => async (request: IncomingMessage, response: ServerResponse) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', placeholderOrigin)
  if (pathname === '/playground/token') {
    // All permissions, because the page has controls for every element.
    const visitor = searchParams.get('as') === 'portal' ? portalVisitor : shopVisitor
    return sendPartnerToken(options, response, visitor, options.permissions)
  }
  if (pathname.startsWith('/inspector/')) return serveFile(options, response, 'inspector', pathname.slice('/inspector/'.length))
  return serveFile(options, response, 'playground', pathname.replace(/^\/playground\/?/, '') || 'index.html')
}
