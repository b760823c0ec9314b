import { bash, environment, type Guide, type GuideApi, portOf, snippet, step } from './guide.ts';

const orders = ({ url }: GuideApi) =>
  snippet(
    'php',
    'app/Http/Controllers/OrdersController.php',
    `<?php

namespace App\\Http\\Controllers;

use Illuminate\\Http\\Request;
use Illuminate\\Support\\Facades\\Http;

class OrdersController extends Controller
{
    public function index(Request $request)
    {
        $answer = Http::withToken($request->session()->get('access_token', ''))->get('${url}');
        // The API rejects the token. Sign in again to get a new one.
        if ($answer->status() === 401) {
            return redirect('/sign-in');
        }

        return response($answer->body(), $answer->status())->header('Content-Type', 'application/json');
    }
}
`,
  );

const authorizationOf = ({ resource }: GuideApi) => `['prompt' => 'consent', 'resource' => '${resource}']`;

/** The user's profile needs the first token, and the API one of its own. */
const tokenOf = ({ resource }: GuideApi) => `        $apiTokens = $provider->getAccessToken('refresh_token', [
            'refresh_token' => $tokens->getRefreshToken(),
            'resource' => '${resource}',
        ]);
        $request->session()->put('access_token', $apiTokens->getToken());
`;

export const guide: Guide = {
  redirectUri: 'http://localhost:8000/callback',
  signOutUri: 'http://localhost:8000/',
  startUrl: 'http://localhost:8000/sign-in',
  steps: ({ api, ...values }) => [
    step('install', bash('composer require league/oauth2-client')),
    step('environment', environment(values)),
    step(
      'configure',
      snippet(
        'php',
        'config/services.php',
        `<?php

return [
    // Add to the existing services:
    'gatehouse' => [
        'issuer' => env('OIDC_ISSUER'),
        'client_id' => env('OIDC_CLIENT_ID'),
        'client_secret' => env('OIDC_CLIENT_SECRET'),
        'redirect' => env('OIDC_REDIRECT_URI'),
    ],
];
`,
      ),
    ),
    step(
      'sign_in',
      snippet(
        'php',
        'app/Http/Controllers/AuthController.php',
        `<?php

namespace App\\Http\\Controllers;

use Illuminate\\Http\\Request;
use League\\OAuth2\\Client\\Provider\\GenericProvider;

class AuthController extends Controller
{
    public function signIn(Request $request)
    {
        $provider = $this->provider();
        $url = $provider->getAuthorizationUrl(${api ? authorizationOf(api) : ''});
        $request->session()->put('pending', [
            'state' => $provider->getState(),
            'verifier' => $provider->getPkceCode(),
        ]);

        return redirect()->away($url);
    }

    public function callback(Request $request)
    {
        $pending = $request->session()->pull('pending');
        abort_unless($pending && hash_equals($pending['state'], (string) $request->query('state')), 400);
        $provider = $this->provider();
        $provider->setPkceCode($pending['verifier']);
        $tokens = $provider->getAccessToken('authorization_code', ['code' => $request->query('code')]);
        $request->session()->regenerate();
        $request->session()->put('user', $provider->getResourceOwner($tokens)->toArray());
        $request->session()->put('id_token', $tokens->getValues()['id_token']);
${api ? tokenOf(api) : ''}
        return redirect('/');
    }

    public function signOut(Request $request)
    {
        $query = http_build_query([
            'id_token_hint' => $request->session()->get('id_token'),
            'post_logout_redirect_uri' => '${values.signOutUri}',
        ]);
        $request->session()->invalidate();

        return redirect()->away(config('services.gatehouse.issuer').'/session/end?'.$query);
    }

    private function provider(): GenericProvider
    {
        $settings = config('services.gatehouse');

        return new GenericProvider([
            'clientId' => $settings['client_id'],
            'clientSecret' => $settings['client_secret'],
            'redirectUri' => $settings['redirect'],
            'urlAuthorize' => $settings['issuer'].'/auth',
            'urlAccessToken' => $settings['issuer'].'/token',
            'urlResourceOwnerDetails' => $settings['issuer'].'/me',
            'scopes' => ['openid', 'profile', 'email'${api ? `, 'offline_access', '${api.scope}'` : ''}],
            'scopeSeparator' => ' ',
            'pkceMethod' => 'S256',
        ]);
    }
}
`,
      ),
      snippet(
        'php',
        'routes/web.php',
        `<?php

use App\\Http\\Controllers\\AuthController;
${api ? 'use App\\Http\\Controllers\\OrdersController;\n' : ''}use Illuminate\\Support\\Facades\\Route;

Route::get('/', fn () => ['user' => session('user')]);
Route::get('/sign-in', [AuthController::class, 'signIn']);
Route::get('${new URL(values.redirectUri).pathname}', [AuthController::class, 'callback']);
Route::get('/sign-out', [AuthController::class, 'signOut']);
${api ? "Route::get('/orders', [OrdersController::class, 'index']);\n" : ''}`,
      ),
    ),
    ...(api ? [step('your_api', orders(api))] : []),
    step('run', bash(`php artisan serve --host=localhost --port=${portOf(values.redirectUri, 8000)}`)),
  ],
};
