import type { ServiceAnswer } from './answer.ts'
import { htmlAnswer } from './answer.ts'
import { escapeHtml, renderPage } from './page.ts'
import type { StaffMember } from './people.ts'
import { staffMembers } from './people.ts'

/** Renders the sign-in page. One click signs in; a hint only highlights a card. */
export function signInPage(hint: unknown, appOrigins: readonly string[]): ServiceAnswer {
  const usual = staffMembers.filter((person) => person.special !== true)
  const special = staffMembers.filter((person) => person.special === true)
  const body = `<span class="note">Sandbox: invented people, no passwords</span>
<h1>Who is signing in?</h1>
<p>This page stands in for the identity provider of an organisation. Choose a person to sign in as.</p>
<form method="post">
<ul class="cards">${usual.map((person) => card(person, hint)).join('')}</ul>
<h2 id="special">Special cases</h2>
<ul class="cards" aria-labelledby="special">${special.map((person) => card(person, hint)).join('')}</ul>
</form>`
  const { html, policy } = renderPage('Sandbox sign-in', body, { formTargets: appOrigins })
  return htmlAnswer(200, html, { 'content-security-policy': policy })
}

function card({ sub, name, role }: StaffMember, hint: unknown): string {
  const current = sub === hint ? ' aria-current="true" autofocus' : ''
  return `<li><button type="submit" name="person" value="${escapeHtml(sub)}"${current}><strong>${escapeHtml(name)}</strong> <span>${escapeHtml(role)}</span></button></li>`
}
