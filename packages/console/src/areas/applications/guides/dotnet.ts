import { bash, type Guide, type GuideApi, isInsecure, portOf, snippet, step } from './guide.ts';

const orders = ({ url }: GuideApi) => `app.MapGet("/orders", async (HttpContext context) =>
{
    using var request = new HttpRequestMessage(HttpMethod.Get, "${url}");
    request.Headers.Authorization =
        new AuthenticationHeaderValue("Bearer", await context.GetTokenAsync("access_token"));
    using var answer = await api.SendAsync(request);
    // The API rejects the token. Sign in again to get a new one.
    if (answer.StatusCode == HttpStatusCode.Unauthorized) return Results.Redirect("/sign-in");
    var text = await answer.Content.ReadAsStringAsync();
    return Results.Text(text, "application/json", statusCode: (int)answer.StatusCode);
});

`;

/** The access token is for the API, so the user comes from the ID token. */
const optionsFor = ({ resource, scope }: GuideApi) => `        options.Scope.Add("${scope}");
        options.Resource = "${resource}";
        options.Events.OnAuthorizationCodeReceived = context =>
        {
            context.TokenEndpointRequest!.Resource = "${resource}";
            return Task.CompletedTask;
        };
`;

const usualOptions = `        options.GetClaimsFromUserInfoEndpoint = true;
`;

export const guide: Guide = {
  redirectUri: 'http://localhost:5080/signin-oidc',
  signOutUri: 'http://localhost:5080/signout-callback-oidc',
  startUrl: 'http://localhost:5080/sign-in',
  steps: ({ api, ...values }) => [
    step('install', bash('dotnet add package Microsoft.AspNetCore.Authentication.OpenIdConnect')),
    step(
      'environment',
      bash(`dotnet user-secrets init
dotnet user-secrets set Oidc:ClientSecret ${values.secret}`),
    ),
    step(
      'configure',
      snippet(
        'csharp',
        'Program.cs',
        `${api ? 'using System.Net;\nusing System.Net.Http.Headers;\n' : ''}using Microsoft.AspNetCore.Authentication;
using Microsoft.AspNetCore.Authentication.Cookies;
using Microsoft.AspNetCore.Authentication.OpenIdConnect;

var builder = WebApplication.CreateBuilder(args);

builder.Services
    .AddAuthentication(options =>
    {
        options.DefaultScheme = CookieAuthenticationDefaults.AuthenticationScheme;
        options.DefaultChallengeScheme = OpenIdConnectDefaults.AuthenticationScheme;
    })
    .AddCookie()
    .AddOpenIdConnect(options =>
    {
        options.Authority = "${values.issuer}";
        options.ClientId = "${values.appId}";
        options.ClientSecret = builder.Configuration["Oidc:ClientSecret"];
        options.ResponseType = "code";
        options.ResponseMode = "query";
        options.CorrelationCookie.SameSite = SameSiteMode.Lax;
        options.NonceCookie.SameSite = SameSiteMode.Lax;
        options.CorrelationCookie.SecurePolicy = CookieSecurePolicy.SameAsRequest;
        options.NonceCookie.SecurePolicy = CookieSecurePolicy.SameAsRequest;
        options.CallbackPath = "${new URL(values.redirectUri).pathname}";
        options.SignedOutCallbackPath = "${new URL(values.signOutUri).pathname}";
        options.Scope.Add("email");
        options.SaveTokens = true;
${api ? optionsFor(api) : usualOptions}        options.MapInboundClaims = false;
        options.TokenValidationParameters.NameClaimType = "name";${
          isInsecure(values) ? '\n        options.RequireHttpsMetadata = false;' : ''
        }
    });
builder.Services.AddAuthorization();

var app = builder.Build();
app.UseAuthentication();
app.UseAuthorization();
${api ? '\nvar api = new HttpClient();\n' : ''}`,
      ),
    ),
    step(
      'sign_in',
      snippet(
        'csharp',
        'Program.cs',
        `app.MapGet("/", (HttpContext context) => new { User = context.User.Identity?.Name });

app.MapGet("/sign-in", () => Results.Challenge(new AuthenticationProperties { RedirectUri = "/profile" }));

app.MapGet("/profile", (HttpContext context) =>
    context.User.Claims.Select(claim => new { claim.Type, claim.Value })).RequireAuthorization();

${api ? orders(api) : ''}app.MapGet("/sign-out", () => Results.SignOut(
    new AuthenticationProperties { RedirectUri = "/" },
    [CookieAuthenticationDefaults.AuthenticationScheme, OpenIdConnectDefaults.AuthenticationScheme]));

app.Run("http://localhost:${portOf(values.redirectUri, 5080)}");
`,
      ),
    ),
    step('run', bash('dotnet run')),
  ],
};
