/** Texts of the pages before and after a session, apart from those that every page needs. */
export const englishSignInPage = {
  signIn: 'Sign in',
  tryAgain: 'Try again',
  goBack: 'Go back',
  otherAccount: 'Use another account',
  reasons: {
    session_idle: {
      title: 'You were signed out',
      detail: 'You did not use Paydesk for a while. Sign in to continue where you left off.',
    },
    session_over: {
      title: 'Your session has ended',
      detail: 'It reached its maximum length, or someone ended it. Sign in to continue where you left off.',
    },
    session_ended: {
      title: 'Your session was ended',
      detail: 'Sign in to continue where you left off.',
    },
    signed_out: {
      title: 'You were signed out',
      detail:
        'Your session ended in another window or at the sign-in service. Sign in to continue where you left off.',
    },
    not_signed_in: {
      title: 'Sign in to Paydesk',
      detail: 'Paydesk is for staff only. Every access is recorded.',
    },
  },
  endedBy: {
    self: 'You ended it from another browser at {time} ({zone}).',
    administrator: 'An administrator ended it at {time} ({zone}).',
    provider: 'The sign-in service no longer confirms your rights in Paydesk. It ended at {time} ({zone}).',
    limit: 'You signed in elsewhere, and the number of sessions is limited. It ended at {time} ({zone}).',
  },
  problems: {
    sign_in_failed: {
      title: 'Sign-in failed',
      detail: 'The answer of the sign-in service came too late or belongs to another window. Try again.',
    },
    sign_in_unavailable: {
      title: 'Sign-in service unavailable',
      detail: 'Your account is not affected. Try again in a minute.',
    },
    reauthentication_by_another: {
      title: 'Another person signed in',
      detail: 'We asked you to confirm it’s you, but another person signed in. Your session is unchanged.',
    },
    reauthentication_without_time: {
      title: 'Re-authentication failed',
      detail:
        'The sign-in service did not confirm a recent sign-in, so nothing is shown. Your session is unchanged. Contact your administrator and quote the reference.',
    },
    too_many_requests: {
      title: 'Too many sign-ins',
      detail: 'Too many sign-ins came from your network within a minute. Wait a minute, then try again.',
    },
    no_role: {
      title: 'No role in Paydesk',
      detail: 'Your account has no role in Paydesk. Contact your administrator and quote the reference.',
    },
    session_ended: {
      title: 'Your rights have changed',
      detail:
        'The sign-in service no longer gives you the role of this session, so the session was ended. Sign in to continue with the roles that you have.',
    },
  },
  looked: {
    title: 'For administrators: where the roles were looked for',
    line: '{place}: {found}',
    hint: 'OIDC_ROLES_CLAIM names the claim, OIDC_ROLE_MAP the roles.',
    places: { id_token: 'ID token', userinfo: 'Userinfo', access_token: 'Access token' },
    found: {
      missing: 'the claim is not there',
      no_role: 'the claim is there, but no role of Paydesk is in it',
      not_given: 'the sign-in service did not give it',
      refused: 'the sign-in service refused it',
      elsewhere: 'too many groups: the provider left the claim out',
      opaque: 'not signed for Paydesk, so not read',
    },
  },
  signedOut: {
    title: 'You are signed out',
    detail: 'No data remains in this browser.',
    signInAgain: 'Sign in again',
  },
} as const
