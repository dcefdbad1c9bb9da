import { germanSignInPage } from '@paydesk/shared/messages/de/sign-in-page'
import { englishSignInPage } from '@paydesk/shared/messages/en/sign-in-page'
import type { Request, Response } from 'express'
import { renderNoticePage } from '../../platform/http/pages/notice-page.ts'

const texts = { en: englishSignInPage, de: germanSignInPage }

/** Answers a sign-in over the limit with a page: a browser shows the answer of this address to a person. */
export function sendSignInLimitPage(request: Request, response: Response): void {
  const language = request.acceptsLanguages('en', 'de') === 'de' ? 'de' : 'en'
  const { problems, tryAgain } = texts[language]
  response.status(429)
  response.setHeader('retry-after', 60)
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.setHeader('content-language', language)
  response.setHeader('vary', 'accept-language')
  response.end(
    renderNoticePage({
      ...{ language, ...problems.too_many_requests, reference: response.locals.reference },
      action: { text: tryAgain, href: '/auth/sign-in' },
    }),
  )
}
