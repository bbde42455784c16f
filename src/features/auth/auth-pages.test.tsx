// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  AuthProblem,
  HANDLED_AUTH_CODES,
  KNOWN_REFUSALS,
  MISSING_CREDENTIALS,
  MISSING_USER_ID,
} from '#data/session/auth-errors.ts';
import { type FakeSession, fakeSession, PROFILE, place, SIGNED_OUT, signedInAs } from '#features/shared/session.test-support.tsx';
import { i18n, setLanguage } from '#i18n/i18n.ts';
import { toasts } from '#ui/overlay/toast-store.ts';
import { endStart, startOver } from '#ui/timing/start-over.ts';
import { LandingPage } from './landing-page.tsx';
import { LoginPage } from './login-page.tsx';
import { RecoveryDialogs } from './recovery-dialogs.tsx';
import { RegisterPage } from './register-page.tsx';

const ROUTES = [
  { path: '/', element: <LandingPage /> },
  { path: '/login', element: <LoginPage /> },
  { path: '/register', element: <RegisterPage /> },
  { path: '*', element: <p>elsewhere</p> },
];

let user: UserEvent;
let session: FakeSession;

beforeEach(() => {
  user = userEvent.setup();
  endStart();
  session = fakeSession(SIGNED_OUT);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

afterEach(() => {
  cleanup();
  toasts.dismiss();
  toasts.store.setState({ toasts: [] });
  localStorage.clear();
  vi.restoreAllMocks();
});

const text = (key: string, options?: object) => i18n.t(key, { ns: 'auth', ...options });
const fill = async (values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values)) {
    await user.click(screen.getByLabelText(text(label)));
    await user.paste(value);
  }
};
const press = (key: string) => user.click(screen.getByRole('button', { name: text(key) }));
const notice = () => {
  const [newest] = toasts.store.getState().toasts;
  const { title, description, detail, variant = 'default' } = newest ?? {};
  return newest && { title, description, variant, ...(detail ? { detail } : {}) };
};
const shownError = (label: string) => {
  const field = screen.getByLabelText(text(label));
  const id = field.getAttribute('aria-describedby');
  return field.getAttribute('aria-invalid') === 'true' ? document.getElementById(id ?? '')?.textContent : null;
};

const SPOKEN = {
  bg: {
    required: 'Задължително поле',
    email: 'Невалиден имейл',
    short: 'Паролата трябва да е поне 6 знака',
    differ: 'Паролите не съвпадат',
    all: 'Всички полета са задължителни',
    in: { title: 'Успешен вход', description: 'Добре дошли отново', variant: 'default' },
    notIn: 'Неуспешно влизане',
    notInText: 'Моля, проверете вашите данни и опитайте отново.',
    notUp: 'Неуспешна регистрация',
    notUpText: 'Възникна грешка при регистрацията.',
    up: 'Успешна регистрация',
    upText: 'Моля, проверете вашия имейл за потвърждение на акаунта.',
    ready: 'Профилът е готов. Влезте с имейла и паролата си.',
    wrong: 'Грешен имейл или парола.',
    taken: 'Вече има профил с този имейл.',
    missing: 'Въведете имейл или телефон и парола.',
    wait: 'Твърде много опити. Опитайте отново след 5 минути.',
  },
  en: {
    required: 'Required field',
    email: 'Invalid email format',
    short: 'Password must be at least 6 characters',
    differ: "Passwords don't match",
    all: 'All fields are required',
    in: { title: 'Login successful', description: 'Welcome back', variant: 'default' },
    notIn: 'Login failed',
    notInText: 'Please check your details and try again.',
    notUp: 'Registration failed',
    notUpText: 'An error occurred during registration.',
    up: 'Registration successful',
    upText: 'Please check your email to confirm your account.',
    ready: 'Your account is ready. Log in with your email and password.',
    wrong: 'Invalid login credentials',
    taken: 'User already registered',
    missing: 'You must provide either an email or phone number and a password',
    wait: 'Too many attempts. Try again in 5 minutes.',
  },
} as const;

describe.each(['bg', 'en'] as const)('in %s', (language) => {
  const spoken = SPOKEN[language];
  beforeEach(() => setLanguage(language));

  test('sign-in sent empty says that all fields are required, and at each which', async () => {
    place(session, ROUTES, '/login');
    await press('login');
    await waitFor(() => expect(shownError('email')).toBe(spoken.required));
    expect(shownError('password')).toBe(spoken.required);
    expect(screen.getByRole('status').textContent).toBe(spoken.all);
    expect(session.signIn).not.toHaveBeenCalled();
  });

  test('sign-in has a field for the e-mail and one for the password, which hides what is typed', () => {
    place(session, ROUTES, '/login');
    const kinds = ['email', 'password'].map((label) => (screen.getByLabelText(text(label)) as HTMLInputElement).type);
    expect(kinds).toEqual(['email', 'password']);
  });

  test('sign-in refuses a malformed e-mail', async () => {
    place(session, ROUTES, '/login');
    await fill({ email: 'elena@kudrica', password: 'x' });
    await press('login');
    await waitFor(() => expect(shownError('email')).toBe(spoken.email));
  });

  test('an e-mail address as a contacts app copies it signs in, with the password to the letter', async () => {
    place(session, ROUTES, '/login');
    await fill({ email: '\u2068elena@greben\u200b.test\u2069', password: 'сек\u00adрет' });
    await press('login');
    await waitFor(() => expect(session.signIn).toHaveBeenCalledExactlyOnceWith('elena@greben.test', 'сек\u00adрет'));
  });

  test('a successful sign-in greets', async () => {
    place(session, ROUTES, '/login');
    await fill({ email: ' elena@greben.test ', password: 'secret' });
    await press('login');
    await waitFor(() => expect(notice()).toEqual(spoken.in));
    expect(session.signIn).toHaveBeenCalledExactlyOnceWith('elena@greben.test', 'secret');
  });

  const said = (description: string, original?: string) =>
    original && original !== description ? { description, detail: original } : { description };
  const failures: [string, AuthProblem, () => object][] = [
    ['with a message that nobody knows', new AuthProblem('The moon is full'), () => said('The moon is full')],
    [
      'with wrong credentials',
      new AuthProblem('Invalid login credentials', 'invalid_credentials'),
      () => said(spoken.wrong, 'Invalid login credentials'),
    ],
    ['without a message', new AuthProblem(''), () => said(spoken.notInText)],
    ['without a line', new AuthProblem('Failed to fetch', 'network'), () => said(text('errors.network'))],
    [
      'without credentials',
      new AuthProblem(MISSING_CREDENTIALS, 'missing_credentials'),
      () => said(spoken.missing, MISSING_CREDENTIALS),
    ],
    [
      'after too many others',
      new AuthProblem('Request rate limit reached', 'too_many_requests', [], 281),
      () => said(spoken.wait, 'Request rate limit reached'),
    ],
    ...[...HANDLED_AUTH_CODES, ...KNOWN_REFUSALS].map(
      (code) =>
        [`with ${code}`, new AuthProblem('said', code), () => said(text(`errors.${code}`), 'said')] as [
          string,
          AuthProblem,
          () => object,
        ],
    ),
  ];
  test.each(failures)(
    'a failed sign-in %s shows a destructive notice in this language, the server’s words below, and keeps what was typed',
    async (_name, problem, description) => {
      session.signIn.mockRejectedValue(problem);
      place(session, ROUTES, '/login');
      await fill({ email: 'elena@greben.test', password: 'secret' });
      await press('login');
      await waitFor(() => expect(notice()).toEqual({ title: spoken.notIn, ...description(), variant: 'destructive' }));
      expect((screen.getByLabelText(text('email')) as HTMLInputElement).value).toBe('elena@greben.test');
    },
  );

  test('the refusal stands in the form while the toast goes, and gives way to the next answer', async () => {
    session.signIn.mockRejectedValueOnce(new AuthProblem('Invalid login credentials', 'invalid_credentials'));
    session.signIn.mockRejectedValueOnce(new AuthProblem('Failed to fetch', 'network'));
    place(session, ROUTES, '/login');
    await fill({ email: 'elena@greben.test', password: 'secret' });
    await press('login');
    const form = within(screen.getByRole('main'));
    expect(await form.findByText(spoken.wrong)).toBeTruthy();
    expect(form.getByText('Invalid login credentials')).toBeTruthy();
    toasts.dismiss();
    expect(form.getByText(spoken.wrong)).toBeTruthy();
    // Said once: by the toast.
    expect(form.queryByRole('status')).toBeNull();
    await press('login');
    expect(await form.findByText(text('errors.network'))).toBeTruthy();
    expect(form.queryByText(spoken.wrong)).toBeNull();
  });

  test('registration shows each error under its field, with a red border', async () => {
    place(session, ROUTES, '/register');
    await fill({ email: 'elena', password: '12345', confirm_password: '123456' });
    await press('create_account');
    await waitFor(() => expect(shownError('email')).toBe(spoken.email));
    expect(shownError('password')).toBe(spoken.short);
    expect(shownError('confirm_password')).toBe(spoken.differ);
    for (const label of ['email', 'password', 'confirm_password']) {
      expect(screen.getByLabelText(text(label)).classList.contains('is-error')).toBe(true);
    }
    expect(session.signUp).not.toHaveBeenCalled();
  });

  test('registration sent empty says that all fields are required, and at each which', async () => {
    place(session, ROUTES, '/register');
    await press('create_account');
    await waitFor(() => expect(shownError('confirm_password')).toBe(spoken.required));
    expect([shownError('email'), shownError('password')]).toEqual([spoken.required, spoken.required]);
    expect(screen.getByRole('status').textContent).toBe(spoken.all);
    await waitFor(() => expect(document.activeElement).toHaveProperty('name', 'email'));
  });

  test('a successful registration says so and leads to sign-in, which knows the address', async () => {
    const router = place(session, ROUTES, '/register');
    await fill({ email: ' elena@greben.test ', password: 'secret', confirm_password: 'secret' });
    await press('create_account');
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(await screen.findByDisplayValue('elena@greben.test')).toBeTruthy();
    expect(notice()).toEqual({ title: spoken.up, description: spoken.upText, variant: 'default' });
  });

  test('a registration that needs no mail sends nobody to look for one', async () => {
    session.signUp.mockResolvedValue({ confirmed: true });
    const router = place(session, ROUTES, '/register');
    await fill({ email: 'elena@greben.test', password: 'secret', confirm_password: 'secret' });
    await press('create_account');
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(notice()).toEqual({ title: spoken.up, description: spoken.ready, variant: 'default' });
  });

  test.each([
    [
      'with an e-mail that is taken',
      new AuthProblem('User already registered', 'already_registered'),
      () => said(spoken.taken, 'User already registered'),
    ],
    ['without a message', new AuthProblem(''), () => said(spoken.notUpText)],
    ['without a user id', new AuthProblem(MISSING_USER_ID), () => said(text('errors.missing_user_id'), MISSING_USER_ID)],
    [
      'for a weak password',
      new AuthProblem('weak', 'weak_password', ['length', 'characters', 'pwned', 'new reason']),
      () =>
        said(
          `${text('errors.weak_password')} ${text('weak.length')} ${text('weak.characters')} ${text('weak.pwned')} new reason`,
          'weak',
        ),
    ],
  ])('a failed registration %s shows a notice, stays and keeps what was typed', async (_name, problem, description) => {
    session.signUp.mockRejectedValue(problem);
    const router = place(session, ROUTES, '/register');
    await fill({ email: 'elena@greben.test', password: 'secret', confirm_password: 'secret' });
    await press('create_account');
    await waitFor(() => expect(notice()).toEqual({ title: spoken.notUp, ...description(), variant: 'destructive' }));
    expect(router.state.location.pathname).toBe('/register');
    expect((screen.getByLabelText(text('confirm_password')) as HTMLInputElement).value).toBe('secret');
  });

  test('without a line the forms say what they need', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    place(session, ROUTES, '/login');
    expect((screen.getByRole('button', { name: text('login') }) as HTMLButtonElement).disabled).toBe(true);
    expect(screen.getByText(language === 'bg' ? 'Нужна е връзка' : 'Needs a connection')).toBeTruthy();
  });

  test('a session that the server ended shows whose data waits, and only the password is asked for', async () => {
    session = fakeSession({
      phase: 'signed-out',
      reason: 'revoked',
      locked: { profile: PROFILE, at: '2026-11-18T09:58:00.000Z' },
    });
    const router = place(session, ROUTES, '/login');
    await router.navigate('/login', { state: { from: '/clients?q=Петрова' } });
    expect(screen.getByRole('heading').textContent).toBe(text('locked.title'));
    expect(screen.getByText(PROFILE.email)).toBeTruthy();
    await fill({ password: 'secret' });
    await press('locked.unlock');
    expect(session.signIn).toHaveBeenCalledExactlyOnceWith(PROFILE.email, 'secret');
    expect(router.state.location.state).toEqual({ from: '/clients?q=Петрова' });
    await press('locked.other');
    expect(session.forgetLocked).toHaveBeenCalledOnce();
    // Where the first one was, with what they looked for, is nobody else's way.
    expect(router.state.location.state).toBeNull();
  });
});

const FORGOT = {
  bg: {
    link: 'Забравена парола?',
    no: 'Този сървър не изпраща имейли. Поискайте от администратора еднократна връзка: който я отвори, задава нова парола.',
    unknown: /^Сървърът не отговаря/,
    send: 'Изпрати връзка',
    go: 'Продължи като elena@greben.test',
    refuse: 'Не, не съм аз',
    save: 'Запази паролата',
  },
  en: {
    link: 'Forgot your password?',
    no: 'This server sends no emails. Ask the administrator for a one-time link: whoever opens it sets a new password.',
    unknown: /^The server does not answer/,
    send: 'Send the link',
    go: 'Continue as elena@greben.test',
    refuse: 'No, that is not me',
    save: 'Save the password',
  },
} as const;

describe.each(['bg', 'en'] as const)('who has forgotten the password, in %s,', (language) => {
  const words = FORGOT[language];
  beforeEach(() => setLanguage(language));
  const open = async () => {
    place(session, ROUTES, '/login');
    await user.click(screen.getByRole('button', { name: words.link }));
  };

  test.each([
    [false, words.no],
    [null, words.unknown],
  ] as const)('hears whom to ask where mails leave: %s', async (mails, sentence) => {
    session.recovery.sendsMails.mockResolvedValue(mails);
    await open();
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(screen.queryByRole('button', { name: words.send })).toBeNull();
  });

  test('has a link sent where mails leave, and hears nothing of whether the account exists', async () => {
    session.recovery.sendsMails.mockResolvedValue(true);
    await open();
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(await dialog.findByLabelText(text('email')));
    await user.paste(' elena@greben.test ');
    await user.click(dialog.getByRole('button', { name: words.send }));
    await waitFor(() => expect(notice()?.description).toBe(text('forgot.sent')));
    expect(session.recovery.askForLink).toHaveBeenCalledExactlyOnceWith('elena@greben.test');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  const EVERYWHERE = [{ path: '*', element: <RecoveryDialogs /> }];
  test('is asked before a link is followed, and follows it only by a press', async () => {
    session.recovery.store.setState({ phase: 'asked', email: 'elena@greben.test' });
    place(session, EVERYWHERE, '/');
    await screen.findByRole('alertdialog');
    expect(session.recovery.follow).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: words.refuse }));
    expect(session.recovery.leave).toHaveBeenCalledOnce();
    await user.click(screen.getByRole('button', { name: words.go }));
    expect(session.recovery.follow).toHaveBeenCalledOnce();
  });

  test('sets a new password once inside', async () => {
    session = fakeSession(signedInAs());
    session.recovery.store.setState({ phase: 'password', email: 'elena@greben.test' });
    place(session, EVERYWHERE, '/');
    await screen.findByRole('dialog');
    await fill({ password: 'secret', confirm_password: 'secret' });
    await user.click(screen.getByRole('button', { name: words.save }));
    await waitFor(() => expect(session.recovery.setPassword).toHaveBeenCalledExactlyOnceWith('secret'));
  });
});

describe('where people go', () => {
  test.each([
    ['an employee to where they came from', 'employee', '/clients?q=1', '/clients?q=1'],
    ['an administrator to the administrator’s area', 'admin', '/clients', '/admin'],
    ['an administrator back to a remembered page of it', 'admin', '/admin/salons', '/admin/salons'],
  ] as const)('after sign-in: %s', async (_name, role, from, to) => {
    const router = place(session, ROUTES, { pathname: '/login', state: { from } });
    session.become(signedInAs({ role }));
    await waitFor(() => expect(router.state.location.pathname + router.state.location.search).toBe(to));
  });

  test.each([
    ['an administrator', signedInAs({ role: 'admin', salonId: null }, false), '/admin'],
    ['a person with a salon', signedInAs(), '/calendar'],
    ['a person without a salon', signedInAs({ salonId: null }, false), '/salon'],
  ])('from the landing page: %s', async (_name, state, to) => {
    const router = place(fakeSession(state), ROUTES, '/');
    await waitFor(() => expect(router.state.location.pathname).toBe(to));
  });

  test('a person without an origin goes to the start and from there to their work', async () => {
    const router = place(session, ROUTES, '/login');
    session.become(signedInAs());
    await waitFor(() => expect(router.state.location.pathname).toBe('/calendar'));
  });

  test('nobody is sent anywhere while the session loads', () => {
    const router = place(fakeSession({ phase: 'loading' }), ROUTES, '/');
    expect(router.state.location.pathname).toBe('/');
    expect(screen.queryByRole('heading')).toBeNull();
  });

  test('each of these redirects happens once, whatever becomes of the session', async () => {
    for (const [page, at] of [
      [<LandingPage key="landing" />, '/'],
      [<LoginPage key="login" />, '/login'],
    ] as const) {
      const one = fakeSession(SIGNED_OUT);
      // A page that stays mounted wherever it sends people, so that it could do so twice.
      const router = place(one, [{ path: '*', element: page }], at);
      const visited: string[] = [];
      router.subscribe(({ location }) => visited.push(location.pathname));
      one.become(signedInAs({ salonId: null }, false));
      await waitFor(() => expect(visited).toHaveLength(1));
      one.become(signedInAs({ role: 'admin' }));
      await user.click(document.body);
      expect(visited).toHaveLength(1);
      cleanup();
    }
  });
});

describe('a server with demo accounts', () => {
  const words = {
    bg: { open: 'На този сървър има демонстрационни профили', try: 'Влезте като owner@greben.test с парола greben-demo' },
    en: { open: 'This server holds demo accounts', try: 'Sign in as owner@greben.test with the password greben-demo' },
  };
  const at = (hostname: string) => vi.spyOn(window.location, 'hostname', 'get').mockReturnValue(hostname);
  const shown = () => screen.queryByRole('status')?.textContent ?? null;

  test.each([
    ['bg', '/'],
    ['bg', '/login'],
    ['en', '/'],
    ['en', '/login'],
  ] as const)('warns whoever reaches it from elsewhere, and helps whoever tries it out (%s, %s)', async (language, path) => {
    await setLanguage(language);
    session.holdsDemo.mockResolvedValue(true);
    at('salon.example');
    place(session, ROUTES, path);
    await waitFor(() => expect(shown()).toContain(words[language].open));
    cleanup();
    at('127.0.0.1');
    place(session, ROUTES, path);
    await waitFor(() => expect(shown()).toContain(words[language].try));
    expect(shown()).not.toContain(words[language].open);
  });

  test('is asked with a line only, and where it has none nothing is said', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    place(session, ROUTES, '/login');
    await screen.findByRole('button', { name: text('login') });
    await startOver();
    expect(session.holdsDemo).not.toHaveBeenCalled();
    cleanup();
    online.mockReturnValue(true);
    place(session, ROUTES, '/login');
    await waitFor(() => expect(session.holdsDemo).toHaveBeenCalled());
    expect(shown()).toBeNull();
  });
});
