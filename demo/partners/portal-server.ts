import type { IncomingMessage, ServerResponse } from 'node:http'
import { placeholderOrigin, serveFile, type PartnerServerOptions, sendPartnerToken, type Visitor } from './partner-server.ts'

export const portalVisitor: Visitor = { oauthClientId: 'greenbasket-portal', user: 'supplier-desk', placardClientId: 2 }

/** The retailer's portal: serves the page with the frame, and a token for one fixed demo user of a supplier; a real server authenticates its users first. */
export const portalListener = (options: PartnerServerOptions) => async (request: IncomingMessage, response: ServerResponse) => {
  const path = new URL(request.url ?? '/', placeholderOrigin).pathname
  if (path === '/portal/token') return sendPartnerToken(options, response, portalVisitor, 'reports.read')
  return serveFile(options, response, 'portal', path.replace(/^\/portal\/?/, '') || 'index.html')
}
