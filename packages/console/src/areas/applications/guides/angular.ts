import { bash, type Guide, type GuideApi, snippet, step } from './guide.ts';

const orders = ({ url }: GuideApi) =>
  snippet(
    'ts',
    'src/app/orders.ts',
    `import { HttpClient, type HttpErrorResponse } from '@angular/common/http';
import { Component, inject, signal } from '@angular/core';
import { OidcSecurityService } from 'angular-auth-oidc-client';

@Component({
  selector: 'app-orders',
  template: '<button (click)="load()">Load orders</button> {{ answer() }}',
})
export class Orders {
  private readonly auth = inject(OidcSecurityService);
  private readonly http = inject(HttpClient);
  protected readonly answer = signal('');

  /** The interceptor adds the access token. */
  protected load() {
    this.http.get('${url}', { responseType: 'text' }).subscribe({
      next: text => this.answer.set(text),
      error: ({ status }: HttpErrorResponse) => {
        // The API rejects the token. Sign in again to get a new one.
        if (status === 401) this.auth.authorize();
        else this.answer.set(\`The API answered \${status}\`);
      },
    });
  }
}
`,
  );

/** The access token is for the API, so the user comes from the ID token. */
const settingsFor = ({ resource, url }: GuideApi) => `
        customParamsCodeRequest: { resource: '${resource}' },
        customParamsRefreshTokenRequest: { resource: '${resource}' },
        autoUserInfo: false,
        secureRoutes: ['${url}'],`;

export const guide: Guide = {
  redirectUri: 'http://localhost:4200/callback',
  signOutUri: 'http://localhost:4200/',
  startUrl: 'http://localhost:4200/',
  steps: ({ issuer, appId, redirectUri, signOutUri, api }) => [
    step('install', bash('npm install angular-auth-oidc-client')),
    step(
      'configure',
      snippet(
        'ts',
        'src/app/app.config.ts',
        `import { provideHttpClient${api ? ', withInterceptors' : ''} } from '@angular/common/http';
import type { ApplicationConfig } from '@angular/core';
import { provideRouter } from '@angular/router';
import { ${api ? 'authInterceptor, ' : ''}provideAuth } from 'angular-auth-oidc-client';
import { routes } from './app.routes';

export const appConfig: ApplicationConfig = {
  providers: [
    provideRouter(routes),
    provideHttpClient(${api ? 'withInterceptors([authInterceptor()])' : ''}),
    provideAuth({
      config: {
        authority: '${issuer}',
        clientId: '${appId}',
        redirectUrl: '${redirectUri}',
        postLogoutRedirectUri: '${signOutUri}',
        postLoginRoute: '/',
        responseType: 'code',
        scope: 'openid profile email offline_access${api ? ` ${api.scope}` : ''}',
        customParamsAuthRequest: { prompt: 'consent'${api ? `, resource: '${api.resource}'` : ''} },${
          api ? settingsFor(api) : ''
        }
        silentRenew: true,
        useRefreshToken: true,
      },
    }),
  ],
};
`,
      ),
    ),
    step(
      'sign_in',
      snippet(
        'ts',
        'src/app/app.ts',
        `import { Component, inject, type OnInit } from '@angular/core';
import { OidcSecurityService } from 'angular-auth-oidc-client';
${api ? "import { Orders } from './orders';\n" : ''}
@Component({
  selector: 'app-root',
${api ? '  imports: [Orders],\n' : ''}  template: \`
    @let user = auth.userData().userData;
    @if (auth.authenticated().isAuthenticated) {
      <p>Signed in as {{ user?.name ?? user?.username }}</p>
      <button (click)="signOut()">Sign out</button>
${api ? '      <app-orders />\n' : ''}    } @else {
      <button (click)="auth.authorize()">Sign in</button>
    }
  \`,
})
export class App implements OnInit {
  protected readonly auth = inject(OidcSecurityService);

  ngOnInit() {
    this.auth.checkAuth().subscribe();
  }

  protected signOut() {
    this.auth.logoff().subscribe();
  }
}
`,
      ),
    ),
    step(
      'callback',
      snippet(
        'ts',
        'src/app/app.routes.ts',
        `import type { Routes } from '@angular/router';

// The callback route renders nothing: checkAuth() reads the URL.
export const routes: Routes = [{ path: '${new URL(redirectUri).pathname.slice(1)}', children: [] }];
`,
      ),
    ),
    ...(api ? [step('your_api', orders(api))] : []),
    step('run', bash('npm start')),
  ],
};
