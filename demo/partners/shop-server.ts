import type { IncomingMessage, ServerResponse } from 'node:http'
import { placeholderOrigin, serveFile, type PartnerServerOptions, sendPartnerToken, type Visitor } from './partner-server.ts'

export const shopVisitor: Visitor = {
  oauthClientId: 'fernhill-site',
  user: 'ailsa@fernhill.example',
  placardClientId: 1,
  advertiserIds: '1',
}

/** The partner's own server: serves its pages, and a token for one fixed demo visitor; a real server authenticates its visitors first. */
export const shopListener = (options: PartnerServerOptions) => async (request: IncomingMessage, response: ServerResponse) => {
  const path = new URL(request.url ?? '/', placeholderOrigin).pathname
  if (path === '/shop/token') return sendPartnerToken(options, response, shopVisitor, 'reports.read')
  return serveFile(options, response, 'shop', path.replace(/^\/shop\/?/, '') || 'index.html')
}
